import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { refusal } from '../relay/answers.js';
import { errorText } from './error-texts.js';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** The files of the script tag and of the sign-in, which the package has beside the folder of the command. */
const OF_PACKAGE = /^(?:mcp-embed[\w.-]*\.js|oauth-callback\.(?:html|js)|themes\/[\w-]+\.css)$/;
const OF_PAGE = /^[\w-]+\.(?:html|css|js|svg)$/;

/**
 * The content security policy of a page of the command. It may connect to every server that a user names; but scripts
 * load from this command only, and no other page may embed it in a frame.
 */
function policyFor(connect: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    'media-src data: blob:',
    'frame-src blob:',
    `connect-src 'self' https: http://127.0.0.1:* http://localhost:* ${connect.join(' ')}`.trim(),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html mcp-embed mcp-embed-lit',
  ].join('; ');
}

/** In the HTML, because a later option finds the database open. */
const withoutStorage = (page: string): string => page.replace('<mcp-workspace', '<mcp-workspace storage="none"');

interface PageFilesOptions {
  /** The folder of the package’s files, with `mcp-embed.js` in it. */
  readonly dist: string;
  /** The folder of the page. */
  readonly page: string;
  /** Origins that the page talks to, besides those that every page of the command may. */
  readonly connect: readonly string[];
  /** The page stores nothing, from its first moment on. */
  readonly forgets: boolean;
}

/** Serves the page and the files that it loads, and no other file: names must match a list of patterns. */
export function pageFiles({ dist, page, connect, forgets }: PageFilesOptions): (pathname: string) => Promise<Response> {
  const policy = policyFor(connect);
  return async (pathname) => {
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    const file = OF_PACKAGE.test(name) ? path.join(dist, name) : OF_PAGE.test(name) ? path.join(page, name) : undefined;
    const read = file === undefined ? undefined : await readFile(file).catch(() => undefined);
    if (!read) return refusal(404, errorText('command.pageNotFound'));
    const body = forgets && name === 'index.html' ? withoutStorage(read.toString()) : new Uint8Array(read);
    return new Response(body, {
      headers: {
        'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream',
        'content-security-policy': policy,
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    });
  };
}
