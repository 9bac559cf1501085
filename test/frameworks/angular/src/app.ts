import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import 'mcp-embed/define';
import type { McpStateChangeEvent, McpToolResultEvent } from 'mcp-embed/elements';

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <button id="unmount" (click)="shown.set(false)">Unmount</button>
    <button id="mount" (click)="shown.set(true)">Mount</button>
    <output id="phase">{{ phase() }}</output>
    <output id="result-text">{{ text() }}</output>
    @if (shown()) {
      <mcp-client
        [url]="url"
        [headers]="headers"
        [readOnly]="false"
        (mcp-state-change)="onStateChange($event)"
        (mcp-tool-result)="onToolResult($event)"
      ></mcp-client>
    }
  `,
})
export class App {
  readonly url = new URLSearchParams(location.search).get('url') ?? '';
  readonly headers = { 'X-Fixture': 'angular' };
  readonly shown = signal(true);
  readonly phase = signal('');
  readonly text = signal('');

  onStateChange(event: Event): void {
    this.phase.set((event as McpStateChangeEvent).state.phase);
  }

  onToolResult(event: Event): void {
    this.text.set(JSON.stringify((event as McpToolResultEvent).result.content));
  }
}
