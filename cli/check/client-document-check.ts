import { MAX_AUTH_DOCUMENT_BYTES, METADATA_TIMEOUT_MS } from '../../src/auth/auth-limits.js';
import { checkClientDocument, type ClientDocumentProblem } from '../../src/auth/client-document.js';
import { isRedirect } from '../../src/transport/redirect.js';
import { readText } from '../../src/transport/response-body.js';
import { mediaTypeOf } from '../../src/util/media-type.js';
import { errorText } from '../command/error-texts.js';
import { codeOf } from './page-fetch.js';

/**
 * Reads a client metadata document where it is, as authorization servers do, and checks it.
 * @param url https, with a path
 * @param fetch replaces the `fetch` of Node
 * @returns what is wrong with it or with how it is served; an empty list where nothing is
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-oauth-client-id-metadata-document#section-4
 */
export async function checkHostedDocument(
  url: string,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<readonly ClientDocumentProblem[]> {
  const error = (text: ClientDocumentProblem['text']): ClientDocumentProblem => ({ severity: 'error', text });
  let response: Response;
  let body: { readonly text: string; readonly cut: boolean };
  try {
    response = await fetch(url, {
      headers: { Accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(METADATA_TIMEOUT_MS),
    });
    body = await readText(response, MAX_AUTH_DOCUMENT_BYTES);
  } catch (problem) {
    return [
      error(errorText('command.documentUnreachable', { problem: codeOf(problem) ?? (problem as Error).message })),
    ];
  }
  if (isRedirect(response)) return [error(errorText('command.documentRedirects'))];
  if (response.status !== 200) return [error(errorText('command.documentStatus', { status: response.status }))];
  const type = mediaTypeOf(response.headers.get('content-type'));
  const problems = [
    ...(/^application\/(?:[\w.-]+\+)?json$/.test(type)
      ? []
      : [error(errorText('command.documentType', { type: type || '—' }))]),
    ...checkClientDocument(body.cut ? undefined : parsed(body.text), url),
  ];
  const caching = response.headers.get('cache-control') ?? '';
  if (/\bno-store\b|\bmax-age=0\b/i.test(caching))
    problems.push({ severity: 'warning', text: errorText('command.documentNotCached', { value: caching }) });
  return problems;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
