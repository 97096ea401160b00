import type { Measured } from '../../bench/cost/calls.ts'

const spread = (median: number) => ({ min: median, median })
const process = (cpu: number) => ({ wall_ms: spread(cpu), cpu_ms: spread(cpu) })
/** Together with what TLS costs, 10. */
const FIRST_ANSWERS = { list: 70, get: 60, authorizer: 50, baseline_list: 190, sdk_query: 170 }
const byName = (cost: (first: number) => ReturnType<typeof process>) =>
  Object.fromEntries(Object.entries(FIRST_ANSWERS).map(([name, first]) => [name, cost(first)]))
const codings = (br: number, gzip: number, identity: number) => ({
  br: spread(br),
  gzip: spread(gzip),
  identity: spread(identity),
})
const read = (read_units: number, read_bytes: number, body_bytes: number, br: number, gzip: number) => ({
  read_units,
  reported_read_units: read_units,
  requests: 1,
  read_bytes,
  body_bytes,
  wire_bytes: { br, gzip },
})
const write = (write_units: number, read_units: number, requests: number) => ({
  write_units,
  read_units,
  requests,
})
const warm = {
  list: codings(1_200, 800, 500),
  list_again: spread(600),
  get: spread(400),
  authorizer_hit: spread(20),
  baseline_list: codings(3_000, 3_000, 3_000),
  sdk_query: spread(2_000),
}
const machine = { cpu: 'a processor', cores: 2, node: 'v24.0.0' }
const measured = { measured_on: '2026-11-22', machine }

const drawn = {
  file_bytes: 4_000_000,
  stored_bytes: 600_000,
  first_cpu_ms: 900,
  cpu_ms: spread(700),
  wall_p95_ms: 800,
  per_second: 1.3,
  peak_mib: 240,
}

/** Round figures, near enough to real ones. */
export const FIGURES: Measured = {
  units: {
    ...measured,
    catalogue: 1_000,
    page: 20,
    hot_page: { calls: 1_000, read_units: 2.5, read_units_unremembered: 2_500 },
    reads: {
      list: read(2.5, 20_000, 12_000, 3_300, 3_400),
      get: read(0.5, 1_000, 700, 700, 700),
      get_by_slug: read(1, 1_500, 700, 700, 700),
      list_varied: read(1, 1_500, 700, 700, 700),
      list_placed: read(4, 13_000, 12_000, 3_300, 3_400),
      list_sized: read(2.5, 21_000, 12_600, 3_400, 3_500),
      get_expanded: read(2, 1_500, 700, 700, 700),
      cart: read(20, 1_500, 700, 700, 700),
      categories: read(0.5, 2_000, 1_500, 600, 700),
      business: read(0.5, 1_000, 500, 500, 500),
      baseline_list: read(7, 56_000, 30_000, 5_000, 5_400),
    },
    authorizer: { calls: 1_000, table_reads: 2, paced: { seconds: 120, calls: 120, table_reads: 6 } },
    writes: {
      create: write(40, 3, 4),
      update_price: write(30, 2, 4),
      create_placed: write(50, 3, 4),
      update_price_placed: write(40, 2, 4),
      delete: write(30, 2, 4),
      put_variants: write(40, 2, 4),
      adjust: write(8, 1, 2),
      adjust_sells_out: write(20, 2, 4),
    },
    delivery: {
      alone: { ...write(3, 5, 9), messages: 1 },
      of_ten: { ...write(12, 5, 18), messages: 1 },
    },
    bundles: { 'products/list': 80_000 },
    baseline_bundles: { list: 400_000, sdk_query: 400_000 },
  },
  pictures: {
    ...measured,
    repetitions: 30,
    photo: drawn,
    largest: drawn,
  },
  warm: { ...measured, repetitions: 5, cpu_us: warm, wall_us: warm },
  cold: {
    ...measured,
    repetitions: 5,
    bare: process(40),
    load: byName(() => process(10)),
    load_tls: byName(() => process(20)),
    first_answer: byName(process),
    modules: {},
    builtins: {},
  },
  search: {
    ...measured,
    searches: 100,
    shops: [
      {
        products: 1_000,
        from_cards: { cpu_ms: spread(100), read_units: 120 },
        search_cpu_ms: { median: 2, p95: 4 },
        memory_mib: 100,
      },
      {
        products: 100_000,
        stored: {
          cpu_ms: spread(600),
          read_units: 1_200,
          pieces: 26,
          made_in_cpu_ms: 10_000,
          write_units: 9_000,
        },
        search_cpu_ms: { median: 20, p95: 40 },
        memory_mib: 300,
      },
    ],
    yardstick: {
      products: 1_000,
      own: { made_in_cpu_ms: spread(100), search_cpu_ms: { median: 1, p95: 2 } },
      mini_search: { made_in_cpu_ms: spread(200), search_cpu_ms: { median: 1, p95: 2 } },
    },
  },
}
