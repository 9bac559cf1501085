/** On the dialog itself, where a key presses nothing: the browser would take the first button it finds. */
export function openQuestion(dialog: HTMLDialogElement): void {
  dialog.showModal();
  dialog.focus();
}
