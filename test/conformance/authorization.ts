import { says, visit } from './scenarios.js';

/** What all scenarios about authorization want of their client. It gets as far as the server's first refusal. */
export function authorize(url: string): Promise<void> {
  return visit(url, {}, async ({ tools }) => {
    await tools.all();
    says(await tools.call('test-tool'), /./);
  });
}
