import { McpError } from '../../src/errors.js';
import { parseTypedAddress, parseWebAddress } from '../../src/util/hosts.js';
import { checkLines, checkReport } from '../check/check-report.js';
import { checkServer } from '../check/check-server.js';
import type { Printers } from './client-id.js';
import { errorText } from './error-texts.js';
import { headersOf, headersOfFiles, readOptions } from './options.js';

/** The origin of a check without a given origin. A server that allows every origin allows this one. */
export const ANY_ORIGIN = 'https://example.com';

export const CHECK_HELP = `mcp-embed check: says whether an MCP server works from a web page, and if not, why and what to do.

  mcp-embed check <address> --origin https://site.example

  --origin <o>          the origin of the page; null for a page opened from disk (default: ${ANY_ORIGIN},
                        which stands for any page of the internet)
  --header "N: value"   a header that the page sends, such as a token; can be repeated
  --header-file <file>  such headers, one in each line: for secrets, since others can read command lines
  --json                prints the result as JSON
  --report              prints it as Markdown, for the issue tracker of whoever runs the server

  -h, --help            this text

It asks as the browser would for a page of that origin: reachability, CORS for each method and each header, the
sign-in, and the handshake of both eras (server/discover, initialize). It calls no tool and changes nothing.

Exit codes: 0 works, also after a sign-in · 1 does not work from that origin · 2 this command was used wrongly
`;

const OPTIONS = {
  origin: { type: 'string' },
  header: { type: 'string', multiple: true },
  'header-file': { type: 'string', multiple: true },
  json: { type: 'boolean' },
  report: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const EXAMPLES = {
  origin: 'https://site.example',
  header: '"Authorization: Bearer …"',
  'header-file': 'headers.txt',
};

/**
 * Headers that no page can set: the browser silently omits them.
 * @see https://fetch.spec.whatwg.org/#forbidden-request-header
 */
const FORBIDDEN =
  /^(?:accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;

/** The arguments of `mcp-embed check`. */
export interface CheckLine {
  readonly url: string;
  readonly origin: string;
  /** The user gave the origin. */
  readonly isOriginGiven: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly output: 'text' | 'json' | 'report';
}

/**
 * Reads the arguments of `mcp-embed check`.
 * @param args those after `check`
 * @throws McpError `invalid-input` for anything that cannot be used, with what to write instead
 * @example readCheckArguments(['http://localhost:3000/mcp', '--origin', 'https://site.example'])
 */
export function readCheckArguments(args: readonly string[]): CheckLine | 'help' {
  const { given, before, after, one, all } = readOptions(args, OPTIONS, EXAMPLES);
  if (given.has('help')) return 'help';
  if (after)
    throw new McpError('invalid-input', errorText('command.checkProgram'), {
      remedy: errorText('command.checkProgramRemedy', { command: ['mcp-embed', '--', ...after].join(' ') }),
    });
  const [address, ...others] = before;
  const example = { remedy: errorText('command.checkExample') };
  if (address === undefined) throw new McpError('invalid-input', errorText('command.checkAddress'), example);
  if (others.length > 0) throw new McpError('invalid-input', errorText('command.checkOne'), example);
  const url = parseTypedAddress(address);
  if (!url) throw new McpError('invalid-input', errorText('command.addressInvalid', { address }), example);
  if (given.has('json') && given.has('report')) throw new McpError('invalid-input', errorText('command.oneOutput'));
  const headers = { ...headersOfFiles(all('header-file')), ...headersOf(all('header')) };
  const forbidden = Object.keys(headers).find((name) => FORBIDDEN.test(name));
  if (forbidden !== undefined)
    throw new McpError('invalid-input', errorText('command.headerForbidden', { header: forbidden }));
  return {
    url: url.href,
    origin: originOf(one('origin') ?? ANY_ORIGIN),
    isOriginGiven: given.has('origin'),
    headers,
    output: given.has('json') ? 'json' : given.has('report') ? 'report' : 'text',
  };
}

/** @throws McpError `invalid-input` for anything but an origin */
function originOf(value: string): string {
  // A page opened from disk.
  if (value === 'null') return value;
  const url = parseWebAddress(value);
  if (url && (value === url.origin || value === url.href) && url.href === `${url.origin}/`) return url.origin;
  const meant = (url ?? parseTypedAddress(value))?.origin;
  throw new McpError('invalid-input', errorText('command.originInvalid', { origin: value }), {
    remedy:
      meant === undefined ? errorText('command.originExample') : errorText('command.originMeant', { origin: meant }),
  });
}

/**
 * Runs `mcp-embed check`.
 * @param args those after `check`
 * @param program name and version of this program
 * @returns the exit code
 * @throws McpError `invalid-input` where it was used wrongly
 */
export async function runCheck(
  args: readonly string[],
  { print }: Pick<Printers, 'print'>,
  program: string,
): Promise<number> {
  const line = readCheckArguments(args);
  if (line === 'help') {
    print(CHECK_HELP.trimEnd().split('\n'));
    return 0;
  }
  const { url, origin, headers, output, isOriginGiven } = line;
  const result = await checkServer(url, { origin, headers });
  if (output === 'json') print(asciiJson(result).split('\n'));
  else if (output === 'report') print(checkReport(result, program));
  else
    print([
      ...checkLines(result),
      ...(isOriginGiven ? [] : [`No --origin was given: ${ANY_ORIGIN} stands for any page of the internet.`]),
    ]);
  return result.works ? 0 : 1;
}

/** JSON in which nothing can move a cursor: it escapes all characters that are not shown. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll(/[^\P{C}\n]/gu, (hidden) =>
    [...Array(hidden.length).keys()].map((at) => `\\u${hidden.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}
