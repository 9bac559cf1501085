import { expect } from '@esm-bundle/chai';
import {
  localOffset,
  offsetLabel,
  parseDateTime,
  withoutZeroSeconds,
  dateTimeSpellings,
  dateTimeInputOf,
  formatDateTime,
} from '../../components/schema-field/date-time.js';

describe('points in time', () => {
  it('have a native control by their format', () => {
    expect(['date', 'time', 'date-time', 'duration', undefined].map(dateTimeInputOf)).to.deep.equal([
      'date',
      'time',
      'datetime-local',
      undefined,
      undefined,
    ]);
  });

  for (const [control, text, local, offset] of [
    ['date', '2026-11-20', '2026-11-20', ''],
    ['date', '2024-02-29', '2024-02-29', ''],
    ['time', '14:30:00Z', '14:30:00', 'Z'],
    ['time', '14:30', '14:30', ''],
    ['time', '14:30:00.5+05:30', '14:30:00.5', '+05:30'],
    ['datetime-local', '2026-11-20T14:30:00Z', '2026-11-20T14:30:00', 'Z'],
    ['datetime-local', '2026-11-20t14:30:00z', '2026-11-20T14:30:00', 'Z'],
    ['datetime-local', '2026-11-20 14:30:00-08:00', '2026-11-20T14:30:00', '-08:00'],
  ] as const) {
    it(`are taken apart: ${text}`, () => {
      expect(parseDateTime(control, text)).to.deep.equal({ local, offset });
    });
  }

  for (const [control, text] of [
    ['date', '2026-02-30'],
    ['date', '2026-11'],
    ['date', 'tomorrow'],
    ['date', '0000-01-01'],
    ['time', '25:00:00Z'],
    ['time', '23:59:60Z'],
    ['datetime-local', '2026-11-20'],
    ['datetime-local', '2026-11-20T14:30:00.123456Z'],
    ['datetime-local', '2023-02-29T00:00:00Z'],
  ] as const) {
    it(`stay text where a control could not show all of it: ${text}`, () => {
      expect(parseDateTime(control, text)).to.equal(undefined);
    });
  }

  it('are written with the seconds that RFC 3339 asks for', () => {
    expect(formatDateTime('datetime-local', { local: '2026-11-20T14:30', offset: '+01:00' })).to.equal(
      '2026-11-20T14:30:00+01:00',
    );
    expect(formatDateTime('time', { local: '14:30:05.5', offset: 'Z' })).to.equal('14:30:05.5Z');
    expect(formatDateTime('date', { local: '2026-11-20', offset: '' })).to.equal('2026-11-20');
    expect(formatDateTime('time', { local: '', offset: 'Z' }), 'nothing chosen is nothing').to.equal('');
  });

  it('can be written in other ways, for servers that ask for them', () => {
    expect(dateTimeSpellings('time', { local: '14:30', offset: '' })).to.deep.equal([
      '14:30:00',
      '14:30:00.000',
      '14:30',
    ]);
    expect(dateTimeSpellings('datetime-local', { local: '2026-11-20T14:30:05', offset: 'Z' })).to.deep.equal([
      '2026-11-20T14:30:05Z',
      '2026-11-20T14:30:05.000Z',
      '2026-11-20T14:30:05Z',
    ]);
    expect(dateTimeSpellings('time', { local: '14:30:05.5', offset: 'Z' })).to.deep.equal(['14:30:05.5Z']);
    expect(dateTimeSpellings('date', { local: '2026-11-20', offset: '' })).to.deep.equal(['2026-11-20']);
  });

  it('know how far the browser’s clock is from UTC on that day', () => {
    for (const local of ['2026-01-15T12:00', '2026-07-15T12:00', '14:30', '', '0001-01-01T00:00']) {
      expect(localOffset(local)).to.match(/^(?:Z|[+-]\d\d:\d\d)$/);
    }
    const minutes = -new Date('2026-07-15T12:00').getTimezoneOffset();
    expect(localOffset('2026-07-15T12:00') === 'Z').to.equal(minutes === 0);
    expect(['', 'Z', '+01:00'].map(offsetLabel)).to.deep.equal(['no zone', 'UTC', 'UTC+01:00']);
  });

  it('are the same with zeros and without, as browsers give them back', () => {
    for (const [long, short] of [
      ['2026-11-20T14:30:00', '2026-11-20T14:30'],
      ['2026-11-20T14:30:00.000', '2026-11-20T14:30'],
      ['2026-11-20T14:30:05.120', '2026-11-20T14:30:05.12'],
      ['14:30:00', '14:30'],
      ['14:05', '14:05'],
      ['14:00', '14:00'],
      ['14:00:00', '14:00'],
      ['', ''],
    ] as const) {
      expect(withoutZeroSeconds(long)).to.equal(short);
    }
  });
});
