import { expect } from '@esm-bundle/chai';
import { buildForm, unitOf } from '../../src/schema/index.js';

const unit = (name: string, schema: object): string | undefined => {
  const node = buildForm({ type: 'object', properties: { [name]: { type: 'number', ...schema } } });
  const number = node.kind === 'object' ? node.properties[0]?.node : undefined;
  return number?.kind === 'number' ? unitOf(number, name)?.text : undefined;
};

describe('the unit of a number', () => {
  it('is the one that the server names', () => {
    expect(unit('a', { 'x-unit': 'km/h' })).to.equal('km/h');
    expect(unit('delay_ms', { unit: 's' })).to.equal('s');
  });

  it('is read from the end of the name', () => {
    expect(unit('timeout_ms', {})).to.equal('ms');
    expect(unit('timeoutSeconds', {})).to.equal('seconds');
    expect(unit('max-file-bytes', {})).to.equal('bytes');
    expect(unit('items', {})).to.equal(undefined);
    expect(unit('ms', {}), 'the name itself').to.equal(undefined);
  });

  it('is read from the description where it says only one', () => {
    expect(unit('timeout', { description: 'How long to wait, in seconds.' })).to.equal('seconds');
    expect(unit('timeout', { description: 'Timeout (ms)' })).to.equal('ms');
    expect(unit('timeout', { description: 'In seconds or minutes.' })).to.equal(undefined);
    expect(unit('timeout', { description: 'Minimum (ms), maximum in seconds.' })).to.equal(undefined);
    expect(unit('timeout_ms', { description: 'In seconds.' }), 'name and description differ').to.equal(undefined);
    expect(unit('n', { description: 'Nodes in use.' })).to.equal(undefined);
  });

  it('is none where the server sends something else', () => {
    for (const wrong of [5, '', ' ', 'x'.repeat(300), null, {}, ['ms']])
      expect(unit('a', { 'x-unit': wrong })).to.equal(undefined);
  });
});
