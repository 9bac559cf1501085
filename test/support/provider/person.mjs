// A person at the authorization server: looks at its pages as a browser without scripts does, logs in, and consents or not.

/**
 * @param {string} url where the person is sent
 * @param {'yes' | 'no'} answer what they say when they are asked for consent
 * @param {string} home where they come back to
 * @returns {Promise<{ callback: string, pages: string[] }>} `pages`: what they were asked, in order
 */
export async function visit(url, answer, home) {
  const cookies = new Map();
  const pages = [];
  let next = { url, method: 'GET' };
  for (let steps = 0; steps < 20; steps++) {
    const response = await fetch(next.url, {
      method: next.method,
      body: next.body,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    const location = response.headers.get('location');
    if (location) {
      next = { url: new URL(location, next.url).href, method: 'GET' };
      if (next.url.startsWith(home)) return { callback: next.url, pages };
      continue;
    }
    const [, page] = /<form method="post" id="(\w+)">/.exec(await response.text()) ?? [];
    if (!page) throw new Error(`The authorization server answered ${response.status} at ${next.url}.`);
    pages.push(page);
    const body = new URLSearchParams({ account: 'ada', answer: page === 'login' ? 'yes' : answer });
    next = { url: next.url, method: 'POST', body };
  }
  throw new Error('The authorization server leads in circles.');
}
