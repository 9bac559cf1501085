import fc from 'fast-check';
import { MAX_AUTH_ADDRESS_LENGTH } from '../../src/auth/auth-limits.js';
import { canonicalResource, matchesResource } from '../../src/auth/resource-indicator.js';
import { isPlainUrl, isSecureUrl, mayNameUrl, requireSecureUrl } from '../../src/auth/url-safety.js';
import {
  expandTemplate,
  imitatedWord,
  looksLikeAnotherHost,
  offeredScheme,
  readAddress,
  templateVariables,
} from '../../src/content/uri.js';
import { isLocalHost, isLoopbackHost, parseAddress, reachOf, webHost } from '../../src/util/hosts.js';
import { readableHost } from '../../src/util/readable-host.js';
import { redactAddress, secretInAddress, secretInHeader } from '../../src/secrets/addresses.js';
import { addressKey } from '../../src/secrets/server-address-key.js';
import { around, oddPiece, oddText } from './arbitraries.js';
import { fuzz, must, orMcpError } from './fuzz.js';

/** Characters that `parseAddress` reads, that are judged for secrets, and of a template that is read. */
const [PARSED, JUDGED, TEMPLATE] = [8192, 20_000, 4096];

const host = fc.oneof(
  fc.constantFrom(
    'a.example',
    'localhost',
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '[::1]',
    '[::ffff:7f00:1]',
    '10.0.0.1',
    '2130706433',
  ),
  fc.constantFrom(
    'xn--80ak6aa92e.com',
    'xn--',
    `xn--${'a'.repeat(80)}`,
    'аррӏе.com',
    'a.localhost',
    'printer',
    'a.local.',
    '...',
  ),
  fc.ipV4(),
  fc.ipV6().map((address) => `[${address}]`),
  fc.domain(),
  oddText,
);
const address = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        'https://',
        'http://',
        'HTTPS:',
        'https:\\\\',
        'ws://',
        'file://',
        'javascript:',
        'data:',
        'mailto:',
        'x-y:',
        '',
      ),
      fc.constantFrom('', '', 'user@', 'user:pass@', '@', 'a.example@'),
      host,
      fc.constantFrom('', ':443', ':80', ':99999', ':'),
      around(PARSED, 60),
      fc.constantFrom('', '?key=abcdef123456', '?a=1&a=2', '?&=', '#x', '#access_token=abcdefgh12345678', '?q=%'),
    )
    .map(([scheme, user, name, port, path, rest]) => `${scheme}${user}${name}${port}/${path}${rest}`),
  fc.webUrl({ withQueryParameters: true, withFragments: true, size: 'small' }),
  around(JUDGED, 60),
);
const server = fc.constantFrom(
  'https://mcp.test/mcp',
  'http://localhost:3000/mcp',
  'https://10.0.0.1/',
  'https://mcp.test/',
);

describe('an address, drawn', () => {
  fuzz(
    'is the web, mail or text, and only the web and mail are opened',
    address,
    (uri) => {
      const read = readAddress(uri);
      if (uri.length > PARSED) must(read.kind === 'text', 'A longer one was parsed.');
      if (read.kind === 'web') {
        const { protocol, host: there } = new URL(read.href);
        must(/^https?:$/.test(protocol), protocol);
        must(there === read.host && webHost(uri) === read.host, `${there} is not ${read.host}`);
        must(read.before + read.host + read.after === read.href, 'Its parts are not the whole.');
        must(read.isLocal === isLocalHost(read.host), 'Two judges disagree.');
      } else must(webHost(uri) === undefined, 'It has a host of the web.');
      if (read.kind === 'mail') must(new URL(read.href).protocol === 'mailto:', read.href);
      const scheme = offeredScheme(uri);
      must(scheme === undefined || !/^(?:https?|javascript|data|vbscript|blob)$/.test(scheme), String(scheme));
    },
    { cases: 7_000 },
  );

  fuzz(
    'that one parser calls this machine, all do, also in numbers and as IPv6',
    host,
    (name) => {
      const url = parseAddress(`http://${name}/`);
      if (!url) return;
      const { hostname, host: withPort } = url;
      must(isLoopbackHost(hostname) === isLoopbackHost(withPort), 'With its port it is another one.');
      if (isLoopbackHost(hostname)) must(isLocalHost(hostname) && reachOf(hostname) === 'loopback', hostname);
      must((reachOf(hostname) === 'public') === !isLocalHost(hostname), hostname);
      const [first = 0] = /^(127|10)\.\d+\.\d+\.\d+$/.exec(hostname)?.slice(1).map(Number) ?? [];
      if (first) must(isLocalHost(hostname), hostname);
      if (first === 127) must(isLoopbackHost(hostname), hostname);
      must(typeof readableHost(hostname) === 'string', hostname);
    },
    { cases: 6_000 },
  );

  fuzz(
    'makes a key that is its own key, and the same for the same place',
    address,
    (uri) => {
      const { key, hasSecret } = addressKey(uri);
      must(addressKey(key).key === key, `The key of ${key} is ${addressKey(key).key}`);
      if (/^(?:http|ws)s?:/i.test(uri) && URL.canParse(uri)) {
        const { username, password } = new URL(uri);
        // Shorter ones occur in the rest of it.
        for (const secret of [username, password])
          if (secret.length > 6 && !new URL(uri).host.includes(secret))
            must(!key.startsWith(`${secret}@`) && !key.includes(`${secret}@`), key);
        if (username || password) must(hasSecret, 'A user is a secret.');
        must(key.startsWith(new URL(uri).origin), `${key} is of another place.`);
      }
    },
    { cases: 5_000 },
  );

  fuzz(
    'without its secrets has none, and what is beyond the limit counts as one',
    address,
    (uri) => {
      const safe = redactAddress(uri);
      must(redactAddress(safe) === safe, `${safe} becomes ${redactAddress(safe)}`);
      must(secretInAddress(uri) === (safe !== uri || uri.length > JUDGED), 'Two judges disagree.');
      if (uri.length > JUDGED) must(secretInAddress(uri), 'A long one has none.');
      secretInHeader(uri.slice(0, 30), uri);
    },
    { cases: 5_000 },
  );

  fuzz(
    'hides a token in its query, its path after a name, and its user',
    fc.tuple(
      fc.stringMatching(/^[A-Za-z]{6}[0-9]{4}[a-z]{3}[A-Z]{3}[0-9]{4}$/),
      fc.constantFrom('token', 'api_key', 'apiKey', 'access-token', 'secret', 'X-Amz-Signature', 'sig', 'password'),
      oddPiece,
    ),
    ([token, name, odd]) => {
      const path = encodeURIComponent(odd.toWellFormed());
      for (const uri of [
        `https://a.example/${path}?${name}=${token}`,
        `https://a.example/${path}?x=1&${name}=${token}&y=2#z`,
        `https://u:${token}@a.example/${path}`,
        `https://a.example/${token}/${path}`,
        `https://a.example/x#${name}=${token}`,
      ]) {
        must(!redactAddress(uri).includes(token), redactAddress(uri));
        must(!addressKey(uri).key.includes(token), addressKey(uri).key);
      }
    },
    { cases: 3_000 },
  );

  fuzz(
    'that a token may go to is https or this machine, and no public server names a private one',
    fc.tuple(address, server),
    ([uri, from]) => {
      const isSecure = isSecureUrl(uri);
      if (isPlainUrl(uri)) must(uri.length <= MAX_AUTH_ADDRESS_LENGTH && /^https?:\/\/[^\\@\s]+/i.test(uri), uri);
      const taken = orMcpError(() => requireSecureUrl(uri, 'tokenEndpoint', from));
      if (taken === undefined) return;
      must(taken === uri && isSecure, 'It is not the one that was asked for.');
      const { protocol, hostname, username, password } = new URL(uri);
      must(protocol === 'https:' || isLoopbackHost(hostname), uri);
      must(username + password === '', uri);
      must(mayNameUrl(from, uri) && (isLocalHost(new URL(from).hostname) || !isLocalHost(hostname)), uri);
    },
    { cases: 5_000 },
  );

  fuzz(
    'of a resource stands for servers below it only',
    fc.tuple(fc.oneof(address, server, fc.webUrl()), fc.oneof(server, fc.webUrl({ size: 'small' }))),
    ([resource, from]) => {
      must(
        matchesResource(canonicalResource(from), from) || !isPlainUrl(canonicalResource(from)),
        `${from} does not match itself.`,
      );
      if (!matchesResource(resource, from)) return;
      const [covered, wanted] = [new URL(resource), new URL(from)];
      must(covered.origin === wanted.origin, resource);
      must(`${wanted.pathname}/`.startsWith(covered.pathname.replace(/\/?$/, '/')), resource);
    },
    { cases: 4_000 },
  );

  fuzz(
    'made of a template is bounded and never throws',
    fc.tuple(
      around(
        TEMPLATE,
        30,
        fc
          .array(fc.oneof(fc.constantFrom('{', '}', '{a}', '{?a,b*}', '{/c:3}', '{+', '{constructor}'), oddPiece), {
            maxLength: 10,
          })
          .map((all) => all.join('')),
      ),
      oddText,
    ),
    ([template, value]) => {
      const names = templateVariables(template);
      must(names.length <= 50, `${names.length} variables`);
      if (template.length > TEMPLATE) must(names.length === 0, 'A longer one is read.');
      const made = expandTemplate(template, Object.fromEntries(names.map(({ name }) => [name, value])));
      must(made === undefined || typeof made === 'string', 'It is no text.');
    },
    { cases: 4_000 },
  );

  fuzz(
    'behind the words of a link is compared without trouble',
    fc.tuple(fc.oneof(address, around(5000, 30)), host),
    ([words, name]) => {
      const there = webHost(`https://${name}/`);
      if (there === undefined) return;
      imitatedWord(words, there);
      must(
        !looksLikeAnotherHost(there, there) || !/^[a-z.-]+$/.test(there),
        `${there} looks like another than itself.`,
      );
    },
    { cases: 4_000 },
  );
});
