import { expect } from '@open-wc/testing';
import { isForbiddenByName } from '../../src/approvals/name-rules.js';

describe('the rules of a page for URIs', () => {
  const isForbidden = (uri: string, rules: object): boolean =>
    isForbiddenByName('resources', uri, { resources: rules });

  it('take bytes that are no character as they are written', () => {
    expect(isForbidden('file:///a%ff', { allow: ['file:///a%ff'] })).to.equal(false);
    expect(isForbidden('file:///a%ff', { allow: ['file:///a*'] })).to.equal(false);
    expect(isForbidden('file:///aundefined', { allow: ['file:///a%ff'] })).to.equal(true);
    expect(isForbidden('file:///a%ff', { deny: ['file:///a%ff'] })).to.equal(true);
  });

  it('look at the characters beside them', () => {
    expect(isForbidden('file:///%73ecret/%ff', { deny: ['file:///secret/*'] })).to.equal(true);
  });
});
