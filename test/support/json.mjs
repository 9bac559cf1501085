// What the servers of the tests read and say by themselves.

/** To a page of any origin. */
export function sendJson(response, value) {
  response
    .writeHead(200, {
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
    })
    .end(JSON.stringify(value));
}

/** What a body holds; the text itself where that is no JSON. */
export function readJson(body) {
  if (body === '') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
