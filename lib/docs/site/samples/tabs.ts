import { codeBlock } from '../code.ts'
import { type Html, html } from '../html.ts'
import type { Placed } from '../reference/description.ts'
import { curlSample } from './curl.ts'
import { pythonSample } from './python.ts'
import { type Needs, SETUP } from './setup.ts'
import { typescriptSample } from './typescript.ts'

/** The languages of the samples, in the order of their tabs. */
const SAMPLES = [
  { id: 'curl', name: 'curl', language: 'sh', write: curlSample, setup: SETUP.curl },
  { id: 'typescript', name: 'TypeScript', language: 'ts', write: typescriptSample, setup: SETUP.typescript },
  { id: 'python', name: 'Python', language: 'python', write: pythonSample, setup: SETUP.python },
] as const

/** The request of an operation in every language. */
export const sampleTabs = (placed: Placed): Html =>
  tabs(placed.operation.summary, ({ write }) => write(placed))

/** The setup of a page's samples, in every language. */
export const setupTabs = (needs: Needs): Html => tabs('For the samples', ({ setup }) => setup(needs))

/** Without a script all can be read one after the other, so the buttons come with it. */
function tabs(label: string, textIn: (sample: (typeof SAMPLES)[number]) => string): Html {
  return html`<div class="samples">
<div class="tabs scripted" role="group" aria-label="Language">${SAMPLES.map(
    ({ id, name }) =>
      html`<button type="button" data-choose="${id}" aria-pressed="${String(id === 'curl')}">${name}</button>`,
  )}</div>
${SAMPLES.map(
  (sample) => html`<div data-language="${sample.id}"><p class="label unscripted">${sample.name}</p>
${codeBlock(textIn(sample), { language: sample.language, label: `${label}: ${sample.name}` })}</div>`,
)}
</div>`
}
