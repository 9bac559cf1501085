// What a server would like the guard of presses to forget, as changes to the source.

const GUARD = 'components/approval-queue/press-guard.ts';
const SIGHT = 'components/approval-queue/press-guard.ts';
const TESTS = ['components/press-guard', 'components/press-guard-sequences'];

/** @type {readonly (readonly [name: string, ...changes: readonly (readonly [file: string, from: string, to: string])[]])[]} */
const MUTATIONS = [
  ['a press counts 50 ms earlier', [GUARD, 'at - this.#since >= waitMs)', 'at - this.#since >= waitMs - 50)']],
  ['a press counts a moment later', [GUARD, 'at - this.#since >= waitMs)', 'at - this.#since > waitMs)']],
  ['the first painting counts as standing', [GUARD, 'if (this.#isPainted) this.#since', 'this.#since']],
  [
    'another step does not begin anew',
    [
      GUARD,
      'if (question === this.question && step === this.#step) return false;',
      'if (question === this.question) return false;',
    ],
  ],
  [
    'another question does not begin anew',
    [
      GUARD,
      'if (question === this.question && step === this.#step) return false;',
      'if (this.question && step === this.#step) {\n      this.question = question;\n      return false;\n    }',
    ],
  ],
  ['a button may move by more', [SIGHT, 'PRESS_SLACK_PX = 8', 'PRESS_SLACK_PX = 9']],
  ['a button may move by less', [SIGHT, 'PRESS_SLACK_PX = 8', 'PRESS_SLACK_PX = 7']],
  [
    'a button may move sideways',
    [SIGHT, "(['left', 'top', 'width', 'height'] as const)", "(['top', 'width', 'height'] as const)"],
  ],
  [
    'a button may creep away',
    [GUARD, '      this.#box = box;\n    }', '      this.#box = box;\n    } else this.#box = box;'],
  ],
  ['the page may be behind another window', [SIGHT, ' || !page.hasFocus()', '']],
  ['the page may be hidden', [SIGHT, "page.visibilityState !== 'visible' || ", '']],
  [
    'a button may be transparent',
    [SIGHT, '!button.checkVisibility({ opacityProperty: true, visibilityProperty: true })', '!button.isConnected'],
  ],
  [
    'a button may be covered',
    [
      SIGHT,
      'if (!topmost || !isInside(node, topmost)) return false;',
      'if (!topmost || !isInside(node, node)) return false;',
    ],
  ],
  ['only the middle of a button is looked at', [SIGHT, 'PLACES.every(', 'PLACES.slice(0, 1).every(']],
  [
    'closed shadow roots are not seen through',
    [SIGHT, 'node.getRootNode() as Document | ShadowRoot', 'node.ownerDocument as Document | ShadowRoot'],
  ],
  [
    'a press may span two runs of the clock',
    [GUARD, 'press?.ready.get(button) === button.run', 'press?.ready.has(button) === true'],
  ],
  [
    'a pointer may have been pressed elsewhere',
    [GUARD, '(event.detail === 0 || press.on === button)', '(event.detail === 0 || Boolean(press.on) || true)'],
  ],
  [
    'the second click of a double click counts',
    [GUARD, 'if (event.detail > 1) return isReady', 'if (event.detail > 2) return isReady'],
  ],
  [
    'a held Enter presses again',
    [GUARD, 'if (!repeat) this.#keys.set', 'if (key) this.#keys.set'],
    [
      GUARD,
      '    // The space bar presses once, when it is released. Enter presses each time that it repeats.\n    else if',
      '    else if',
    ],
  ],
  [
    'a click without a pointer counts at once',
    [GUARD, 'if (!isReady) return button.why();', 'if (!isReady && presses.length > 0) return button.why();'],
  ],
  [
    'one press makes two clicks',
    [GUARD, 'if (event.detail > 0) this.#pointer = undefined;\n      else for', 'if (event.detail === 0) for'],
  ],
  ['a press that was called off goes on', [GUARD, "on('pointercancel', () => (this.#pointer = undefined));", '']],
  [
    'what began before the focus went goes on',
    [GUARD, '      this.#pointer = undefined;\n      this.#keys.clear();\n    });', '    });'],
  ],
  [
    'a short loss of the focus is not seen',
    [GUARD, "on('blur', (event) => {\n      look();", "on('blur', (event) => {"],
  ],
  ['a short time in hiding is not seen', [GUARD, "    page.addEventListener('visibilitychange', look);\n", '']],
  [
    'the mouse that a finger plays is a press of its own',
    [GUARD, 'this.#pointer ??= this.#begin(event)', 'this.#pointer = this.#begin(event)'],
  ],
  [
    'a key is forgotten when another is let go of',
    [
      GUARD,
      '    const press = this.#keys.get(event.key);\n    this.#keys.delete(event.key);',
      '    const press = this.#keys.get(event.key);\n    this.#keys.clear();',
    ],
  ],
  [
    'a space bar of which nobody heard presses',
    [GUARD, 'press ?? { event, ready: new Map() }', 'press ?? this.#begin(event)'],
  ],
  [
    'a press does not look where the button is',
    [
      GUARD,
      '    this.#look();\n    for (const button of this.#buttons.values()) if',
      '    for (const button of this.#buttons.values()) if',
    ],
    [GUARD, '    button.look();\n    const isReady', '    const isReady'],
  ],
  [
    'the guard looks on when nothing is asked',
    [GUARD, '    if (this.#buttons.size > 0) return;\n    this.#endFrame?.();\n    this.#endFrame = undefined;\n', ''],
  ],
];

/** @type {readonly import('./mutations.mjs').Mutation[]} */
export const presses = MUTATIONS.map(([name, ...changes]) => ({ name: `press: ${name}`, changes, tests: TESTS }));
