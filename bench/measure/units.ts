import { statSync } from 'node:fs'
import { AUTHORIZER, ROUTES, UNMATCHED } from '../../lib/api/routes.ts'
import type { UnitsPart } from '../report/figures.ts'
import { authorizerReads } from './authorizer-reads.ts'
import { deliveryCosts } from './delivery-cost.ts'
import { hotPageReads } from './hot-page.ts'
import { inProcess } from './in-process.ts'
import { thisMachine, today } from './machine.ts'
import type { Coding, Question } from './questions.ts'
import * as questions from './questions.ts'
import { readCost } from './read-cost.ts'
import type { Workspace } from './workspace.ts'
import { writeCosts } from './write-cost.ts'

/** The reads, writes and bytes of requests. None of them is a time, so they are the same in every run. */
export const measureUnits = (workspace: Workspace): Promise<UnitsPart> =>
  inProcess(workspace, async (ask) => {
    const { meter } = workspace
    const cost = (question: (coding: Coding) => Question) => readCost(ask, meter, question)
    return {
      measured_on: today(),
      machine: thisMachine(),
      catalogue: questions.CATALOGUE,
      page: questions.PAGE,
      reads: {
        list: await cost(questions.list),
        get: await cost(questions.get),
        get_by_slug: await cost(questions.getBySlug),
        list_varied: await cost(questions.listVaried),
        list_placed: await cost(questions.listPlaced),
        list_sized: await cost(questions.listSized),
        get_expanded: await cost(questions.getExpanded),
        cart: await cost(questions.cart),
        categories: await cost(questions.categories),
        business: await cost(questions.business),
        baseline_list: await cost((coding) => questions.baseline('list', coding)),
      },
      hot_page: await hotPageReads(ask, meter),
      authorizer: await authorizerReads(ask, meter),
      writes: await writeCosts(meter),
      delivery: await deliveryCosts(meter),
      bundles: bundleSizes(workspace),
      baseline_bundles: {
        list: sizeOf(workspace, 'baseline/list'),
        sdk_query: sizeOf(workspace, 'baseline/sdk-query'),
      },
    }
  })

const sizeOf = (workspace: Workspace, bundle: string) => statSync(workspace.bundle(bundle)).size

const bundleSizes = (workspace: Workspace): Record<string, number> =>
  Object.fromEntries(
    [AUTHORIZER, ...ROUTES, UNMATCHED].map(({ function: name }) => [name, sizeOf(workspace, name)]),
  )
