// Saves posts until told to stop, on a thread of its own, so that measuring reads is not disturbed by making forms.
import { parentPort, workerData } from 'node:worker_threads';

import { form, post } from './corpus.mjs';

const { url, authorization, first, every } = workerData;
let running = true;
parentPort.once('message', () => (running = false));

let saves = 0;
for (let due = performance.now(); running; due += every) {
  const wait = due - performance.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  const id = first + (saves % 50);
  const body = form({ ...post(id), title_en: `Saved ${saves}` });
  const answer = await fetch(`${url}/api/blog/posts/${id}/`, { method: 'PUT', headers: { authorization }, body });
  if (!answer.ok) throw new Error(`PUT: ${answer.status}`);
  saves++;
}
parentPort.postMessage(saves);
