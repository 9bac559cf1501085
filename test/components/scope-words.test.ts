import { expect } from '@esm-bundle/chai';
import { scopeWords } from '../../components/sign-in/sign-in.js';

describe('a right in words', () => {
  for (const [scope, words] of [
    ['openid', 'know which account is yours'],
    ['offline_access', 'stay connected until you sign out'],
    ['files:read', 'read files'],
    ['read:user', 'read user'],
    ['write:repo_hook', 'read and change repo hook'],
    ['mcp:tools:call', 'call tools'],
    ['admin', 'administer what is there'],
    ['Mail.Send', 'send mail'],
    ['https://www.googleapis.com/auth/drive.readonly', 'read drive'],
  ] as const)
    it(`${scope}: ${words}`, () => expect(scopeWords(scope)).to.deep.equal({ words, scope }));

  for (const scope of [
    'repo',
    'https://www.googleapis.com/auth/calendar',
    'constructor',
    '__proto__',
    'read:write',
    'a:b:c:read',
    '',
  ])
    it(`${scope || 'an empty one'}: nothing is guessed`, () => expect(scopeWords(scope).words).to.equal(undefined));
});
