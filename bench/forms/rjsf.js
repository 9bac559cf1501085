// The same form by react-jsonschema-form, as its documentation shows it.
import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { schema, TYPED } from './schema.js';

export function mount() {
  const place = document.body.appendChild(document.createElement('div'));
  flushSync(() => createRoot(place).render(createElement(Form, { schema, validator })));
}

export function focusTyped() {
  document.querySelector(`#root_${TYPED}`).focus();
}

export function typedValue() {
  return document.activeElement?.value;
}

export function controlCount() {
  return document.querySelectorAll('input, select, textarea').length;
}
