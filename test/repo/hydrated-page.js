// What the browser runs: hydrates what the server made of hydrated-app.js.
import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './hydrated-app.js';

class BareElement extends HTMLElement {
  #headers;
  get headers() {
    return this.#headers;
  }
  set headers(value) {
    this.#headers = value;
  }
}
customElements.define('bare-element', BareElement);

const props = JSON.parse(document.querySelector('#props').textContent);
hydrateRoot(document.querySelector('#root'), createElement(App, props), {
  onRecoverableError: (error) => console.error(error.message),
});
