import { defineErrorTexts, type ErrorParam, type ErrorText, type ErrorTexts, isErrorList } from '../errors.js';

const TEMPLATES = {
  'diagnosis.otherOrigin': 'The headers of the page are for another origin.',
  'diagnosis.tooManyRequests': 'A diagnosis makes {limit} requests at most.',

  'diagnosis.noAddress': '“{address}” is not a web address.',
  'diagnosis.noAddress.remedy': 'Write it whole, for example https://example.com/mcp.',
  'diagnosis.noHttpAddress': '“{address}” begins with {scheme}, which no MCP server answers over HTTP.',
  'diagnosis.noHttpAddress.remedy': 'Write https:// or http:// before the name of the server.',
  'diagnosis.nameInAddress':
    'The address of {host} contains a user name or a password, and browsers do not send such requests.',
  'diagnosis.nameInAddress.remedy': 'Take them out of the address and give the server an Authorization header.',
  'diagnosis.blockedPort': 'Browsers refuse to call port {port} of any server, because it belongs to another protocol.',
  'diagnosis.blockedPort.remedy': 'Let the server listen on another port, for example 3000.',
  'diagnosis.wildcard': '{host} is the address that servers listen on, not one that can be called.',
  'diagnosis.wildcard.remedy': 'Use {address} or the name of the machine instead.',
  'diagnosis.badHeaders.remedy': 'Use header values of plain ASCII characters without line breaks.',

  'diagnosis.pagePolicy': 'The content security policy of this page ({directive}) blocked every request to {host}.',
  'diagnosis.pagePolicy.remedy': 'Add {origin} to {directive} in the Content-Security-Policy of this page.',
  'diagnosis.corsMissing': '{host} answers, but it does not allow pages of {origin} to read its answers (CORS).',
  'diagnosis.corsMissing.remedy':
    'Send these response headers with every answer of the server, also with errors, and answer OPTIONS requests before authentication. If it sends them already, check the path: an answer to a wrong one may lack them.',
  'diagnosis.mixedContent': 'The browser does not let this https page call {host} over plain http.',
  'diagnosis.mixedContent.remedy': 'Give the server an https address, and use that.',
  'diagnosis.silent': '{host} did not answer in time.',
  'diagnosis.silent.remedy': 'Check whether the server hangs, or a firewall or proxy holds the answer back.',
  'diagnosis.offline': 'This device is offline, so {host} cannot be reached.',
  'diagnosis.offline.remedy': 'Connect to the network and try again.',
  'diagnosis.thisDevice': 'this device',
  'diagnosis.localNetwork': 'the local network',
  'diagnosis.localFromHttp':
    'Browsers let only https pages call {where}, and this page came over plain http; {host} was not reached.',
  'diagnosis.localFromHttp.remedy': 'Serve the page over https, or open it from localhost.',
  'diagnosis.localDenied':
    'The browser does not let this page call {where}: the permission is denied, so {host} was not asked.',
  'diagnosis.localNotGiven':
    'The browser wants permission before this page may call {where}, and it was not given, so {host} was not asked.',
  'diagnosis.local.remedy':
    'Allow local network access for this page in the site settings of the browser, and try again. In a frame, the outer page must pass the permission on (allow="local-network-access").',
  'diagnosis.unreachable':
    'Nothing answered at {host}: no server listens there, or its name or certificate is wrong, or it broke the connection.',
  'diagnosis.unreachable.remedy':
    'Check that the server runs and that the address, the port and {scheme} are right: open {address} in a tab of its own.',
  'diagnosis.unreachable.remedyElsewhere':
    'Check that the server runs and that the address, the port and {scheme} are right: open {address} in a tab of its own. A server that sends Cross-Origin-Resource-Policy: same-origin and no CORS headers looks the same from here.',
  'diagnosis.unreachable.remedyMixed':
    'Check that the server runs. This page is https and the address plain http, which many browsers block in the local network: use https, or open the page from localhost.',

  'diagnosis.newerHeadersRefused':
    '{host} works, but its CORS rules do not allow {names, unit}, which newer revisions need.',
  'diagnosis.newerHeadersRefused.remedy':
    'Nothing to do now. When the server learns a newer revision, it must allow these headers too.',
  'diagnosis.resumeHeaderRefused':
    'The CORS rules of {host} do not allow {names, unit}, so a stream that breaks cannot be taken up again.',
  'diagnosis.deleteRefused':
    'The CORS rules of {host} do not allow DELETE, so this page cannot close its sessions; they stay until the server forgets them.',
  'diagnosis.deleteRefused.remedy': 'Add DELETE to Access-Control-Allow-Methods.',
  'diagnosis.methodRefused': '{host} lets this page GET, but refuses the preflight of a POST.',
  'diagnosis.methodRefused.remedy': 'Add POST to the methods of its CORS rules (Access-Control-Allow-Methods).',
  'diagnosis.preflightRefused':
    '{host} answers this page, but not the question (an OPTIONS request, the preflight) that browsers ask before they send JSON, or it allows none of the headers asked for.',
  'diagnosis.preflightRefused.remedy':
    'Answer OPTIONS requests at this address with 204 and these headers, before authentication and without a redirect.',
  'diagnosis.corsIncomplete':
    '{host} lets this page read some of its answers, but not those to what an MCP client sends: their CORS headers are missing, or the connection broke.',
  'diagnosis.corsIncomplete.remedy':
    'Send the CORS headers with every answer, errors (401, 404, 500) and redirects included, and look in the log of the server for failures.',
  'diagnosis.headersRefused': {
    one: 'The CORS rules of {host} do not allow {names, unit}, so the browser did not send the requests that carry it.',
    other:
      'The CORS rules of {host} do not allow {names, unit}, so the browser did not send the requests that carry them.',
  },
  'diagnosis.headersRefused.remedy': 'Add {names, unit} to Access-Control-Allow-Headers.',

  'diagnosis.late': '{host} answers, but what an MCP client asks first it did not answer in time.',
  'diagnosis.late.remedy':
    'Look in the log of the server where it hangs, and whether a proxy on the way holds streamed answers back.',
  'diagnosis.tokenRefused': '{host} refused the Authorization header it was given (401).',
  'diagnosis.tokenRefused.remedy': 'Get a new token for this server, and check that it was issued for this address.',
  'diagnosis.unauthorized': '{host} needs a sign-in or an access token (401).',
  'diagnosis.unauthorized.remedy': 'Sign in, or give this page a token for that server.',
  'diagnosis.thisProgram': 'this program',
  'diagnosis.forbidden':
    '{host} refused the request (403). Often that is the list of origins it admits, without {origin} in it; it may also be a missing right of the token.',
  'diagnosis.forbidden.remedy':
    'Add {origin} to the allowed origins of the server and {host} to its allowed hosts, and check the rights of the token.',
  'diagnosis.checkPath': 'Check the path: most MCP servers have one such as /mcp.',
  'diagnosis.notFound': '{host} has nothing at {path} ({status}).',
  'diagnosis.methodNotAllowed':
    '{path} of {host} does not take a POST (405) and sends no events either, so it is no MCP endpoint.',
  'diagnosis.notAcceptable':
    '{host} says that it cannot answer in a form the client takes (406), although the client takes JSON and event streams.',
  'diagnosis.notAcceptable.remedy':
    'Look for a proxy or a framework that changes or drops the Accept header; the server must see "application/json, text/event-stream".',
  'diagnosis.mediaTypeRefused': '{host} does not take JSON at {path} (415).',
  'diagnosis.mediaTypeRefused.remedy':
    'Check the path: most MCP servers have one such as /mcp. If it is right, look for a proxy that changes or drops Content-Type: application/json.',
  'diagnosis.rateLimited': '{host} gets too many requests (429).',
  'diagnosis.rateLimited.remedy': 'Wait a little and try again, or raise the limit of the server.',
  'diagnosis.serverError': '{host} failed to handle the {method} ({status}).',
  'diagnosis.serverError.remedy':
    'Check the log of the server. Behind a proxy, 502 to 504 mean that the server itself does not run.',
  'diagnosis.html': '{host} answered with a web page at {path}, not with an MCP message.',
  'diagnosis.html.remedy':
    'Check the path: most MCP servers have one such as /mcp. A login page in front of the server must let requests of MCP clients pass.',
  'diagnosis.notMcp': '{host} answered with {type} at {path} ({status}), not with an MCP message.',
  'diagnosis.withoutType': 'something without a type',
  'diagnosis.redirectElsewhere':
    '{host} redirects to {address}; messages and tokens for one origin are not sent to another.',
  'diagnosis.redirectElsewhere.remedy':
    'If you trust that address, use it instead. If it is a login page, let requests of MCP clients pass it.',
  'diagnosis.unknownAddress': 'somewhere that the browser does not tell',
  'diagnosis.unsupportedRevision.remedy': 'Update the server, or this client, so that they have a revision in common.',
  'diagnosis.sessionLost': '{host} opened a session and did not know it with the next request ({status}).',
  'diagnosis.sessionLost.remedy':
    'Keep sessions where every instance of the server finds them, send the requests of one session to one instance, or run the server without sessions.',
  'diagnosis.sessionIdHidden':
    '{host} wants a session id with every request ({status}), but the browser was not allowed to read the one it gave out.',
  'diagnosis.sessionIdHidden.remedy': 'Add Mcp-Session-Id to Access-Control-Expose-Headers.',
  'diagnosis.refused': '{host} answered {method} with {status}, so there is no connection: {problem}',
  'diagnosis.refused.remedy':
    'Its own words say why. Check what the server expects, and that the address is that of its MCP endpoint.',
  'diagnosis.noConnection': 'Could not connect to {host}: {problem}',
  'diagnosis.noConnection.remedy': 'Check the log of the server, and whether a proxy breaks connections.',

  'diagnosis.redirectFollowed': '{from} redirects to {to}, with every request anew.',
  'diagnosis.redirectFollowed.remedy':
    'Use {to} as the address. A redirect with 301 or 302 also turns a POST into a GET; 307 and 308 do not.',
  'diagnosis.oldTransport':
    '{host} speaks the first transport of MCP (HTTP+SSE), which is deprecated and cannot take up a broken connection.',
  'diagnosis.oldTransport.remedy': 'Nothing to do now. If you run the server, offer Streamable HTTP as well.',
  'diagnosis.challengeHidden':
    '{host} sent no WWW-Authenticate header with its 401 that this page may read, so it cannot learn from it where to sign in.',
  'diagnosis.challengeHidden.remedy':
    'Send WWW-Authenticate with every 401, and add it to Access-Control-Expose-Headers.',
  'diagnosis.metadata': '{host} says where to sign in: {servers, unit}.',
  'diagnosis.metadata.remedy': 'Sign in there, or give this page a token for that server.',
  'diagnosis.metadataBlocked':
    'This page may not read the protected-resource metadata of {host}, if there is any: no answer to it was readable.',
  'diagnosis.metadataBlocked.remedy': 'Send Access-Control-Allow-Origin: * with the metadata; it is public.',
  'diagnosis.noMetadata': '{host} wants a sign-in and does not say where: it has no protected-resource metadata.',
  'diagnosis.noMetadata.remedy':
    'Serve JSON with "resource" and "authorization_servers" at {address} and name that address in WWW-Authenticate (resource_metadata), or give this page a token.',
  'diagnosis.foundElsewhere': 'An MCP server seems to answer at {addresses}.',
  'diagnosis.foundElsewhere.remedy': 'Try {address} as the address.',
  'diagnosis.requestLimit': 'The diagnosis stopped asking after {limit} requests, so some tests are missing.',
  'diagnosis.requestLimit.remedy': 'Repair what was found, and run it again.',
} as const;

/** The error texts of this folder: also what a diagnosis found, and what to do. */
export const errorText: ErrorTexts<typeof TEMPLATES> = defineErrorTexts(TEMPLATES);

/** The sentence with every text in it passed through `hide`. */
export function withHidden({ key, params, text }: ErrorText, hide: (text: string) => string): ErrorText {
  const hidden = (value: ErrorParam): ErrorParam => {
    if (typeof value === 'number') return value;
    if (typeof value === 'string') return hide(value);
    return isErrorList(value) ? (value.map(hidden) as readonly (string | ErrorText)[]) : withHidden(value, hide);
  };
  const safe = Object.entries(params).map(([name, value]) => [name, hidden(value)]);
  return { key, params: Object.fromEntries(safe), text: hide(text) };
}
