import {
  checkClientDocument,
  clientDocumentSnippet,
  clientDocumentText,
  type ClientDocumentProblem,
  createClientDocument,
} from '../../src/auth/client-document.js';
import { isClientDocumentUrl } from '../../src/auth/url-safety.js';
import { McpError } from '../../src/errors.js';
import { checkHostedDocument } from '../check/client-document-check.js';
import { errorText } from './error-texts.js';
import { readOptions } from './options.js';

export const CLIENT_ID_HELP = `mcp-embed client-id: makes the client ID metadata document of a site, by which authorization servers know
its pages without a registration.

  mcp-embed client-id --url https://site.example/oauth/client.json \\
                      --redirect https://site.example/oauth-callback.html --name "My page"
  mcp-embed client-id --check https://site.example/oauth/client.json

  --url <address>       where the document will be: https, with a path. It is the client id
  --redirect <address>  where people come back to after the sign-in; can be repeated
  --name <words>        how people are told who wants to sign them in
  --home <address>      the start page of the site
  --logo <address>      a picture of the site
  --check <address>     reads a document where it is, and says what is wrong with it

  -h, --help            this text

The document is printed to stdout, and what to do with it to stderr: > client.json takes the document alone.

Exit codes: 0 made, or nothing wrong · 1 the document at --check has a fault · 2 this command was used wrongly
`;

const OPTIONS = {
  url: { type: 'string' },
  redirect: { type: 'string', multiple: true },
  name: { type: 'string' },
  home: { type: 'string' },
  logo: { type: 'string' },
  check: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const EXAMPLES = {
  url: 'https://site.example/oauth/client.json',
  redirect: 'https://site.example/oauth-callback.html',
  name: '"My page"',
  home: 'https://site.example/',
  logo: 'https://site.example/logo.png',
  check: 'https://site.example/oauth/client.json',
};

/** Lines for stdout and for stderr. */
export interface Printers {
  print(lines: readonly string[]): void;
  note(lines: readonly string[]): void;
}

/**
 * Runs `mcp-embed client-id`.
 * @param args those after `client-id`
 * @param fetch replaces the `fetch` of Node
 * @returns the exit code
 * @throws McpError `invalid-input` where it was used wrongly
 */
export async function runClientId(
  args: readonly string[],
  { print, note }: Printers,
  fetch?: typeof globalThis.fetch,
): Promise<number> {
  const { given, before, after, one, all } = readOptions(args, OPTIONS, EXAMPLES);
  if (given.has('help')) {
    print(CLIENT_ID_HELP.trimEnd().split('\n'));
    return 0;
  }
  const help = { remedy: errorText('command.clientIdHelp') };
  if (before.length > 0 || after)
    throw new McpError('invalid-input', errorText('command.wordTooMany', { word: before[0] ?? '--' }), help);
  const hosted = one('check');
  if (hosted !== undefined) {
    if (given.size > 1) throw new McpError('invalid-input', errorText('command.checkAlone'), help);
    return checkHosted(hosted, print, fetch);
  }
  const url = required('url');
  const redirectUris = all('redirect').length > 0 ? all('redirect') : [required('redirect')];
  const document = createClientDocument({
    url,
    redirectUris,
    clientName: required('name'),
    clientUri: one('home'),
    logoUri: one('logo'),
  });
  const problems = checkClientDocument(document, url);
  const [fault] = problems.filter(({ severity }) => severity === 'error');
  if (fault) throw new McpError('invalid-input', fault.text, help);
  note(problems.map(({ text }) => `! ${text.text}`));
  print(clientDocumentText(document).trimEnd().split('\n'));
  note([
    '',
    `Put it at ${url}, to be answered with status 200, without a sign-in and without a redirect:`,
    '  Content-Type: application/json',
    '  Cache-Control: max-age=86400',
    'Authorization servers read it, not pages, so it needs no CORS headers. They may use an old one for as long as Cache-Control says.',
    '',
    'In the page:',
    ...clientDocumentSnippet(document)
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
    '',
    `When it is there: mcp-embed client-id --check ${url}`,
  ]);
  return 0;

  function required(name: 'url' | 'redirect' | 'name'): string {
    const value = one(name);
    if (value !== undefined) return value;
    throw new McpError(
      'invalid-input',
      errorText('command.optionMissing', { option: `--${name}`, example: EXAMPLES[name] }),
      help,
    );
  }
}

async function checkHosted(
  url: string,
  print: Printers['print'],
  fetch: typeof globalThis.fetch | undefined,
): Promise<number> {
  if (!isClientDocumentUrl(url))
    throw new McpError('invalid-input', checkClientDocument({}, url)[0]!.text, {
      remedy: errorText('command.clientIdHelp'),
    });
  const problems = await checkHostedDocument(url, fetch);
  const works = !problems.some(({ severity }) => severity === 'error');
  print([
    url,
    ...problems.map(lineOf),
    works ? '✓ Authorization servers can use this document.' : '✗ Authorization servers refuse this document.',
  ]);
  return works ? 0 : 1;
}

function lineOf({ severity, text }: ClientDocumentProblem): string {
  return `${severity === 'error' ? '✗' : '!'} ${text.text}`;
}
