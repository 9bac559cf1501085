// Checks how react-jsonschema-form handles a schema: whether it has a control for it, whether arguments come out
// unchanged, and whether wrong ones are refused.
import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';

/** @returns what came of pressing the button: the data, or nothing where the form or the browser refused it */
function submit(schema, formData) {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place, { onUncaughtError: () => {} });
  let sent;
  try {
    const form = createElement(Form, {
      schema,
      formData,
      validator,
      onSubmit: ({ formData: data }) => (sent = data),
      onError: () => {},
    });
    flushSync(() => root.render(form));
    const isUnsupported = /Unsupported field schema|Unknown field type/.test(place.textContent);
    const controls = place.querySelectorAll('input:not([type="hidden"]), select, textarea').length;
    flushSync(() => place.querySelector('form')?.requestSubmit());
    return { sent, isUnsupported, controls };
  } catch {
    return { sent: undefined, isUnsupported: true, controls: 0 };
  } finally {
    root.unmount();
    place.remove();
  }
}

/** @param {{ schema: object, good: object[], bad: object[] }[]} cases */
export function measure(cases) {
  return cases.map(({ schema, good, bad }) => {
    const sent = good.map((args) => submit(schema, structuredClone(args)));
    const tried = bad.map((args) => submit(schema, structuredClone(args)));
    const all = [...sent, ...tried, submit(schema, {})];
    return {
      unsupported: all[0].isUnsupported,
      controls: Math.max(...all.map((one) => one.controls)),
      same: sent.filter((one, index) => one.sent !== undefined && canonical(one.sent) === canonical(good[index]))
        .length,
      // An argument that the form changed was not sent either.
      refused: tried.filter((one, index) => one.sent === undefined || canonical(one.sent) !== canonical(bad[index]))
        .length,
    };
  });
}

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  return `{${names
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
    .join()}}`;
}
