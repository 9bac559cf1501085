import { noChange } from 'lit';
import { Directive, directive, type DirectiveResult, type ElementPart, type PropertyPart } from 'lit/directive.js';
import { setCommittedValue } from 'lit/directive-helpers.js';
import { shortWall } from './date-time.js';

/** Writes a time into its control only where the control shows another one: writing would drop what is half typed. */
class WallValue extends Directive {
  override render(wall: string): unknown {
    return wall;
  }

  override update(part: PropertyPart | ElementPart, [wall]: [string]): unknown {
    if (shortWall((part.element as HTMLInputElement).value) === shortWall(wall)) return noChange;
    // Whatever was written last, this is to be written now.
    setCommittedValue(part);
    return wall;
  }
}

export const wallValue: (wall: string) => DirectiveResult = directive(WallValue);
