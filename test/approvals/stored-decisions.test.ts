import { expect } from '@esm-bundle/chai';
import { readAuditEntry } from '../../src/approvals/audit-entry.js';
import { readStoredRoots } from '../../src/approvals/roots.js';

const TOO_LATE = 8.64e15 + 1;

describe('a stored permission for folders', () => {
  const CONSENT = { verdict: 'allow', duration: 'always', shared: ['file:///a'], leftOut: [], at: 1 };
  const stored = (consent: unknown): object => ({
    server: 'https://notes.example/mcp',
    id: '',
    at: 1,
    origin: 'https://page.example',
    roots: [{ uri: 'file:///a' }],
    consent,
  });

  for (const change of [{}, { verdict: 'deny' }, { duration: 'session' }, { at: 8.64e15 }, { leftOut: ['file:///b'] }])
    it(`is read as it is: ${JSON.stringify(change)}`, () => {
      const record = stored({ ...CONSENT, ...change });
      expect(readStoredRoots(record)).to.deep.equal(record);
    });

  for (const change of [
    { verdict: 'yes' },
    { verdict: undefined },
    { duration: 'forever' },
    { duration: undefined },
    { shared: 'file:///a' },
    { shared: [7] },
    { leftOut: undefined },
    { leftOut: [null] },
    { at: undefined },
    { at: '1' },
    { at: NaN },
    { at: TOO_LATE },
    { at: -TOO_LATE },
  ])
    it(`is none, so that the person is asked, with ${Object.entries(change).join(' = ')}`, () => {
      const read = readStoredRoots(stored({ ...CONSENT, ...change }));
      expect(read).not.to.have.property('consent');
      expect(read?.roots).to.deep.equal([{ uri: 'file:///a' }]);
    });

  it('is lost with a record that does not say for which page and server it is', () => {
    const { origin: _origin, ...withoutPage } = stored(CONSENT) as { origin: string };
    expect(readStoredRoots(withoutPage)).to.equal(undefined);
    expect(readStoredRoots({ ...stored(CONSENT), server: 7 })).to.equal(undefined);
    expect(readStoredRoots({ ...stored(CONSENT), roots: 'all' })).to.equal(undefined);
  });
});

describe('a stored entry of the audit log', () => {
  const ENTRY = {
    id: 'one',
    at: 1,
    origin: 'https://page.example',
    server: 'https://notes.example/mcp',
    serverName: 'Notes',
    host: 'notes.example',
    kind: 'tool-call',
    about: 'delete_note',
    initiator: 'model',
    answer: 'allowed',
    authorizedBy: 'person',
    decidedAfter: 10,
    shown: [{ name: 'id', value: '7' }],
  };
  const whole = { ...ENTRY, during: 'a call', grant: 'g', took: 0, times: 2, until: 5, outcome: 'done' };

  for (const entry of [ENTRY, whole, { ...whole, given: [{ name: 'id', value: '8' }] }])
    it(`is read as it is, with ${Object.keys(entry).length} fields`, () => {
      expect(readAuditEntry(entry)).to.equal(entry);
    });

  const WRONG: Readonly<Record<string, readonly unknown[]>> = {
    ...Object.fromEntries(
      ['id', 'origin', 'server', 'serverName', 'host', 'about'].map((name) => [name, [undefined, 7, null]]),
    ),
    kind: ['coup', undefined],
    initiator: ['nobody', undefined],
    answer: ['maybe', undefined],
    authorizedBy: ['the server', undefined],
    outcome: ['unknown', null],
    at: [undefined, '1', NaN, TOO_LATE],
    decidedAfter: [undefined, -1, NaN],
    during: [7],
    grant: [{}],
    took: [-1, '1'],
    times: [-1, null],
    until: ['tomorrow', TOO_LATE],
    shown: [undefined, 'all'],
  };
  for (const [name, values] of Object.entries(WRONG))
    for (const value of values)
      it(`is none with ${name} = ${String(value)}`, () => {
        expect(readAuditEntry({ ...whole, [name]: value })).to.equal(undefined);
      });

  it('loses only a value that is none, and what was given is none where it is no list', () => {
    const value = { name: 'id', value: '7' };
    expect(readAuditEntry({ ...ENTRY, shown: [value, { name: 7 }, null] })?.shown).to.deep.equal([value]);
    expect(readAuditEntry({ ...ENTRY, given: [{ value: 'x' }, value] })?.given).to.deep.equal([value]);
    expect(readAuditEntry({ ...ENTRY, given: 'all' })?.given).to.deep.equal([]);
  });

  it('is none where it is no object', () => {
    for (const value of [null, undefined, 'x', [], 7]) expect(readAuditEntry(value)).to.equal(undefined);
  });
});
