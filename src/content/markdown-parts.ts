/** A link between a footnote and its mention is followed within the text, and never by the browser. */
const NOTE = 'mcp-note-';
const MENTION = 'mcp-note-mention-';

/**
 * Makes check boxes and links of the classes that the Markdown engine wrote. For sanitized nodes only. The ids have a
 * prefix that nothing else uses. The labels are English; elements replace them in another language.
 */
export function completeMarkdown(fragment: DocumentFragment): void {
  for (const item of fragment.querySelectorAll('li.task')) {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.disabled = true;
    box.checked = item.classList.contains('done');
    // An attribute too: a copy of the node has no state.
    box.toggleAttribute('checked', box.checked);
    box.setAttribute('aria-label', box.checked ? 'Done' : 'Not done');
    const first = item.firstElementChild;
    (first?.localName === 'p' ? first : item).prepend(box, ' ');
  }
  for (const mention of fragment.querySelectorAll('sup.footnote-ref')) {
    const number = Number(mention.textContent);
    mention.replaceChildren(noteLink(`#${NOTE}${number}`, String(number), `Footnote ${number}`));
    mention.id = `${MENTION}${number}`;
  }
  for (const list of fragment.querySelectorAll<HTMLOListElement>('.footnotes > ol'))
    [...list.children].forEach((item, index) => {
      if (!item.classList.contains('footnote')) return;
      const number = list.start + index;
      item.id = `${NOTE}${number}`;
      (item as HTMLElement).tabIndex = -1;
      const last = item.lastElementChild;
      (last?.localName === 'p' ? last : item).append(
        ' ',
        noteLink(`#${MENTION}${number}`, '\u21a9\ufe0e', `Back to where footnote ${number} is mentioned`),
      );
    });
}

function noteLink(href: string, words: string, label: string): HTMLElement {
  const link = document.createElement('a');
  link.className = 'note-link';
  link.setAttribute('href', href);
  link.setAttribute('aria-label', label);
  link.textContent = words;
  return link;
}

/** Follows a link between a footnote and its mention. @returns false for any other event */
export function followNoteLink(event: Event): boolean {
  const link = event.target instanceof Element ? event.target.closest('a.note-link') : null;
  if (!link) return false;
  event.preventDefault();
  const id = (link.getAttribute('href') ?? '').slice(1);
  const target = [...(link.closest('.document')?.querySelectorAll<HTMLElement>(`[id^="${NOTE}"]`) ?? [])].find(
    (one) => one.id === id,
  );
  const focused = target?.querySelector<HTMLElement>('a.note-link') ?? target;
  target?.scrollIntoView({ block: 'nearest' });
  (id.startsWith(MENTION) ? focused : target)?.focus({ preventScroll: true });
  return true;
}
