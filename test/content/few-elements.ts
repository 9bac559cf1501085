import { expect } from '@esm-bundle/chai';
import { formatMarkdown } from '../../src/content/index.js';

/** What is made of Markdown that is written to cost time: few elements, or a note that says why it stays as it came. */
export async function expectFewElements(text: string): Promise<void> {
  const formatted = await formatMarkdown(text);
  const elements = formatted.kind === 'formatted' ? formatted.fragment.root.querySelectorAll('*').length : 0;
  expect(elements).to.be.at.most(1000);
  if (formatted.kind === 'plain') expect(formatted.note.text).to.contain('links would be far longer');
}
