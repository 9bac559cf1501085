import { expect } from '@esm-bundle/chai';
import {
  MAX_THROTTLED_THINGS,
  NOTIFICATION_GAP_MS,
  NotificationThrottle,
  NOTIFICATION_STORM_GAP_MS,
  NOTIFICATION_STORM_SIZE,
} from '../../src/session/notifications.js';
import { ManualClock } from '../fixtures/clock.js';

describe('news that come again and again', () => {
  const clock = new ManualClock();
  let storms: string[];
  let acts: string[];
  let pace: NotificationThrottle;
  const act = (name: string) => () => acts.push(name);

  beforeEach(() => {
    storms = [];
    acts = [];
    pace = new NotificationThrottle((key) => storms.push(key));
  });
  afterEach(() => pace.clear());

  it('are acted on at once the first time', () => {
    pace.tell('tools', act('first'));
    expect(acts).to.deep.equal(['first']);
  });

  it('are acted on once for all that follow within a second, in the words of the last', async () => {
    for (const name of ['first', 'second', 'third']) pace.tell('tools', act(name));
    await clock.advance(NOTIFICATION_GAP_MS - 1);
    expect(acts).to.deep.equal(['first']);
    await clock.advance(1);
    expect(acts).to.deep.equal(['first', 'third']);
    expect(storms).to.deep.equal([]);
  });

  it('of other things do not wait for them', () => {
    pace.tell('tools', act('tools'));
    pace.tell('prompts', act('prompts'));
    expect(acts).to.deep.equal(['tools', 'prompts']);
  });

  it('in a storm are looked at once, and then twice a minute', async () => {
    for (let count = 0; count <= NOTIFICATION_STORM_SIZE; count++) pace.tell('tools', act(String(count)));
    await clock.advance(NOTIFICATION_GAP_MS);
    expect(acts).to.have.length(2);
    expect(storms).to.deep.equal(['tools']);
    for (let count = 0; count <= NOTIFICATION_STORM_SIZE; count++) pace.tell('tools', act('later'));
    await clock.advance(NOTIFICATION_STORM_GAP_MS - 1);
    expect(acts).to.have.length(2);
    await clock.advance(1);
    expect(acts).to.have.length(3);
  });

  it('are told apart for so many things only', () => {
    for (let count = 0; count < MAX_THROTTLED_THINGS; count++) pace.tell(String(count), act(''));
    expect(pace.isFull('0')).to.equal(false);
    expect(pace.isFull('another')).to.equal(true);
  });

  it('are nobody’s once nobody looks', async () => {
    pace.tell('tools', act('first'));
    pace.tell('tools', act('second'));
    pace.clear();
    await clock.advance(NOTIFICATION_STORM_GAP_MS);
    expect(acts).to.deep.equal(['first']);
  });
});
