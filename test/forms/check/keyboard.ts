// Keys, as far as a page can press them itself: `insertText` makes trusted input events, and respects what the control
// accepts.

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** Everything that was waiting has happened, renderings too. */
export function tick(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(undefined);
  });
}

/** Time in which the browser may do what it does when it is idle. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 8));
}

/** Characters that are typed one by one; a longer text comes as a whole, as by pasting. */
const TYPED = 8;

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Types in place of what is there. */
export async function typeText(control: TextControl, text: string): Promise<void> {
  control.focus();
  control.select();
  if (text === '') {
    if (control.value !== '') document.execCommand('delete');
  } else if (text.includes('\n') && control instanceof HTMLInputElement) {
    paste(control, text);
  } else {
    for (const piece of text.length <= TYPED ? text : [text]) {
      document.execCommand('insertText', false, piece);
      await tick();
    }
  }
  await tick();
}

/** A control for one line may make room for more when it is given more. */
function paste(control: HTMLInputElement, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true });
  // Firefox makes the event without what it is given.
  Object.defineProperty(event, 'clipboardData', { value: clipboardData });
  if (control.dispatchEvent(event)) document.execCommand('insertText', false, text);
}

/** Goes on to elsewhere. */
export async function leave(control: HTMLElement | null | undefined): Promise<void> {
  control?.blur();
  // A page that is not in front is not told.
  if (!document.hasFocus()) control?.dispatchEvent(new FocusEvent('focusout', { bubbles: true, composed: true }));
  await tick();
}

/** What a calendar, a slider or a list of choices does when something is picked. */
export async function pick(control: HTMLInputElement | HTMLSelectElement, value: string): Promise<void> {
  control.focus();
  control.value = value;
  for (const type of ['input', 'change'])
    control.dispatchEvent(new Event(type, { bubbles: true, composed: type === 'input' }));
  await tick();
}

export async function press(control: HTMLElement): Promise<void> {
  control.click();
  await tick();
}
