import { expect, vi } from 'vitest';
import { soon } from './soon';

/** A picture on its way, answered by the test. */
export interface FakeUpload {
  method: string;
  path: string;
  token: string;
  form: FormData | null;
  progress: (loaded: number, total: number) => void;
  answer: (status: number, body: unknown) => void;
  lose: () => void;
  /** The time that the request was given is over. */
  timeOut: () => void;
  timeout: number;
}

/** Stands in for `XMLHttpRequest`, which only uploads use: what is sent waits for the test. */
export class FakeUploads {
  readonly sent: FakeUpload[] = [];

  constructor() {
    const { sent } = this;
    vi.stubGlobal(
      'XMLHttpRequest',
      class {
        readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
        onload?: () => void;
        onerror?: () => void;
        onabort?: () => void;
        ontimeout?: () => void;
        onloadend?: () => void;
        timeout = 0;
        status = 0;
        response: unknown = null;
        private readonly request: FakeUpload = {
          method: '',
          path: '',
          token: '',
          form: null,
          progress: (loaded, total) => this.upload.onprogress?.({ loaded, total }),
          answer: (status, body) => {
            Object.assign(this, { status, response: body });
            this.end(this.onload);
          },
          lose: () => this.end(this.onerror),
          timeOut: () => this.end(this.ontimeout),
          timeout: 0,
        };

        open(method: string, path: string) {
          Object.assign(this.request, { method, path });
        }
        setRequestHeader(name: string, value: string) {
          if (name === 'Authorization') this.request.token = value;
        }
        send(form: FormData) {
          Object.assign(this.request, { form, timeout: this.timeout });
          sent.push(this.request);
        }
        abort() {
          this.end(this.onabort);
        }
        private end(how: (() => void) | undefined) {
          how?.();
          this.onloadend?.();
        }
      },
    );
  }

  /** Waits until so many were sent, ended ones included. */
  async requests(count: number): Promise<FakeUpload[]> {
    await soon(() => expect(this.sent).toHaveLength(count));
    return this.sent;
  }
}
