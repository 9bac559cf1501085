// Other spellings of a payload, as attackers try when the plain one is caught. The same for the same payload each time.

/** @type {readonly ((payload: string) => string)[]} */
const SPELLINGS = [
  (text) => text.replaceAll(/<\/?[a-z]+/gi, (tag) => tag.toUpperCase()),
  (text) => text.replaceAll(/[a-z]/gi, (letter, at) => (at % 2 ? letter.toUpperCase() : letter.toLowerCase())),
  (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (text) => text.replaceAll('<', '&#60').replaceAll('>', '&#x3e;'),
  (text) => encodeURIComponent(text.toWellFormed()),
  (text) => text.replaceAll(/[ =]/g, (sign) => (sign === ' ' ? '/' : ' = ')),
  (text) => text.replaceAll(' ', '\t\n'),
  (text) => text.replaceAll(/(java|data|vb)(script)?:/gi, (scheme) => scheme.split('').join('\t')),
  (text) => text.replaceAll(/(javascript|data):/gi, (scheme) => `&#${scheme.charCodeAt(0)};${scheme.slice(1)}`),
  (text) => text.replaceAll('<', '<\u0000'),
  (text) => text.replaceAll('<', '\u202E<\u2066'),
  (text) => text.replaceAll(/[<>"'`]/g, (sign) => ({ '<': '＜', '>': '＞', '"': '＂', "'": '＇' })[sign] ?? sign),
  (text) => text.replaceAll('"', "'"),
  (text) => `">${text}`,
  (text) => `'>${text}`,
  (text) => `--><!-->${text}<!--`,
  (text) => `<!--${text}-->${text}`,
  (text) => `]]>${text}<![CDATA[${text}]]>`,
  (text) => `</textarea></title></style></script></noscript></template>${text}`,
  (text) => `<svg><style>${text}</style></svg>`,
  (text) => `<svg><desc>${text}</desc><foreignObject>${text}</foreignObject></svg>`,
  (text) => `<math><mtext><table><mglyph><style>${text}</style></mglyph></table></mtext></math>`,
  (text) => `<math><annotation-xml encoding="text/html">${text}</annotation-xml></math>`,
  (text) => `<template>${text}</template><noscript>${text}</noscript>`,
  (text) => `<select><option>${text}</option></select>`,
  (text) => `<table><tr><td>${text}`,
  (text) => `<form><div></form><form>${text}`,
  (text) => `<a href="${text.replaceAll('"', '&quot;')}" title="${text.replaceAll('"', '&quot;')}">x</a>`,
  (text) => `<iframe srcdoc="${text.replaceAll('"', '&quot;')}"></iframe>`,
  (text) => `<details open ontoggle="x">${text}</details>`,
  (text) => `> - ${text.replaceAll('\n', ' ')}\n\n1. ${text}`,
  (text) => `[${text}](${text}) ![${text}](<${text}> "${text}")`,
  (text) => `| a | b |\n| --- | --- |\n| ${text.replaceAll('\n', ' ')} | x |`,
  (text) => `\`\`\`html\n${text}\n\`\`\`\n${text}`,
  (text) => `[^1]\n\n[^1]: ${text}\n\n> [!NOTE]\n> ${text}`,
  (text) => JSON.stringify({ [text]: text }),
  (text) => `${'a '.repeat(2000)}${text}`,
  (text) => `\u001b]8;;${text}\u0007${text}\u001b]8;;\u0007\u001b[8m${text}\u001b[0m`,
  (text) => `<a href="data:text/html,${encodeURIComponent(text.toWellFormed())}">x</a>`,
  (text) =>
    `<object data="data:text/html,${encodeURIComponent(text.toWellFormed())}"><embed src="${text.replaceAll('"', '&quot;')}"></object>`,
];

/** Each payload as it is, and in the first `count` other spellings, without duplicates. */
export function withVariants(payloads, count) {
  const seen = new Set();
  return payloads.flatMap((one) =>
    [one.payload, ...SPELLINGS.slice(0, count).map((spell) => spell(one.payload))]
      .filter((payload) => !seen.has(payload) && seen.add(payload))
      .map((payload) => ({ ...one, payload })),
  );
}
