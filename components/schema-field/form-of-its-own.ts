const ID = 'own';

/**
 * Gives a box that somebody goes to a form of its own: on each key, browsers look through all boxes of the form around it,
 * or else of the page, for something to fill in by themselves. Not before: of hundreds of boxes few are gone to.
 */
export function giveFormOfItsOwn(box: EventTarget | undefined, root: Node): void {
  // Radio buttons belong together by the form they are in.
  if (!(box instanceof HTMLTextAreaElement || (box instanceof HTMLInputElement && box.type !== 'radio')) || box.form)
    return;
  if (!(root instanceof ShadowRoot) || box.getRootNode() !== root) return;
  if (!root.getElementById(ID)) {
    const form = document.createElement('form');
    form.id = ID;
    form.hidden = true;
    form.noValidate = true;
    // Enter in a box must not leave the page.
    form.addEventListener('submit', (event) => event.preventDefault());
    root.append(form);
  }
  box.setAttribute('form', ID);
}
