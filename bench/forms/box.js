// One plain box: the cost of a key in the browser itself.

export function mount() {
  document.body.append(document.createElement('input'));
}

export function focusTyped() {
  document.querySelector('input').focus();
}

export function typedValue() {
  return document.activeElement?.value;
}

export function controlCount() {
  return 1;
}
