// One plain box: what a key costs the browser whatever the page does.

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
