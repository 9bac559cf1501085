import type { ClientHarness } from './client-harness.js';

/** The two tools that every demo server has. */
export function itRunsTheFirstTools(client: () => ClientHarness): void {
  it('runs a tool with an argument', async () => {
    await client().choose('Tools', 'echo');
    await client().fill('message', 'first light');
    await client().press('Run echo');
    await client().reads('Echo: first light');
  });

  it('runs a tool with two numbers', async () => {
    await client().choose('Tools', 'get-sum');
    await client().fill('a', '2');
    await client().fill('b', '3');
    await client().press('Run get-sum');
    await client().reads('The sum of 2 and 3 is 5.');
  });
}
