/**
 * The content of `bench/results.json`. Each sub-command of `npm run bench` measures one part; a part that was not run
 * keeps the figures, the date and the machine of its last run.
 *
 * Units are in the names: `_us` and `_ms` are micro- and milliseconds per call or process, `_bytes` bytes, and
 * `read_units` and `write_units` DynamoDB's request units.
 */
export interface Results {
  parts: Partial<Parts>
}

export interface Parts {
  cold: ColdPart
  warm: WarmPart
  units: UnitsPart
  growth: GrowthPart
  stock: StockPart
  search: SearchPart
  imports: ImportsPart
  pictures: PicturesPart
  load: LoadPart
}

export type PartName = keyof Parts

interface Measured {
  /** YYYY-MM-DD */
  measured_on: string
  machine: Machine
}

export interface Machine {
  /** The processor's model, as the operating system says it. */
  cpu: string
  cores: number
  /** Node's version, `v24.21.0`. */
  node: string
}

/** The spread over the repetitions of one measurement. */
export interface Spread {
  min: number
  median: number
}

/** Processes that were started for one measurement each. */
export interface ColdPart extends Measured {
  repetitions: number
  /** `node -e ''` */
  bare: ProcessCost
  /** A process that requires one of Node's own modules, by its name. */
  modules: Record<string, ProcessCost>
  /** A process that requires the bundle, by function; `baseline_list` and `sdk_query` are the baselines. */
  load: Record<string, ProcessCost>
  /** The same for a table that is called over TLS, as in AWS; DynamoDB Local is not. */
  load_tls: Record<string, ProcessCost>
  /** A process that requires the bundle and carries out one call. */
  first_answer: Record<string, ProcessCost>
  /** Node's own modules that are then loaded and that bare Node does not have. */
  builtins: Record<string, Record<'load' | 'load_tls' | 'first_answer', string[]>>
}

/** One process from its start until it has done that. `cpu_ms` is user and system time. */
export interface ProcessCost {
  wall_ms: Spread
  cpu_ms: Spread
}

/** A cost by what the caller accepts: brotli, gzip, or neither. */
export interface ByCoding<T> {
  br: T
  gzip: T
  identity: T
}

/** Calls one after the other in warm processes. */
export interface WarmPart extends Measured {
  repetitions: number
  /** Processor time of the calling process per call, user and system. */
  cpu_us: WarmCosts
  /** From call to response. */
  wall_us: WarmCosts
}

export interface WarmCosts {
  /** A page that the instance has not returned lately. */
  list: ByCoding<Spread>
  /** The same page as the call before, gzip. */
  list_again: Spread
  get: Spread
  /** The list of the tools for agents. */
  tools: Spread
  /** An authorizer that knows the caller already. */
  authorizer_hit: Spread
  /** The plain handler with the default SDK. */
  baseline_list: ByCoding<Spread>
  /** The default SDK's Query of the same products as full items, and nothing else. */
  sdk_query: Spread
}

/** Exact figures: what calls read, write and send. Nothing here is a time. */
export interface UnitsPart extends Measured {
  /** Products in the catalogue, and on a page. */
  catalogue: number
  page: number
  reads: {
    list: ReadCost
    get: ReadCost
    get_by_slug: ReadCost
    /** A page of products with two options and six variants each, which it does not show. */
    list_varied: ReadCost
    /** A page of which five products are of other categories, and placed in this one. */
    list_placed: ReadCost
    /** A page of products whose pictures have a width and a height. */
    list_sized: ReadCost
    /** A product with its variants, and 20 of them by their ids. */
    get_expanded: ReadCost
    cart: ReadCost
    categories: ReadCost
    business: ReadCost
    baseline_list: ReadCost
  }
  /** One page of 20 requested again and again within one second, with the memory of lists and without it. */
  hot_page: { calls: number; read_units: number; read_units_unremembered: number }
  /** A warm authorizer called with one slug: as fast as it goes, and once per second for `paced.seconds`. */
  authorizer: AuthorizerReads & { paced: AuthorizerReads & { seconds: number } }
  writes: {
    create: WriteCost
    update_price: WriteCost
    /** The same of a product that is placed in two additional categories. */
    create_placed: WriteCost
    update_price_placed: WriteCost
    delete: WriteCost
    /** Two options and six variants with SKUs, for a product that had none. */
    put_variants: WriteCost
    /** One piece is sold, of more than one, and the last one. */
    adjust: WriteCost
    adjust_sells_out: WriteCost
    /** One piece is held, held for longer, sold, and of another hold given back. */
    hold: WriteCost
    hold_longer: WriteCost
    commit_hold: WriteCost
    release_hold: WriteCost
    /** A sale price with an end is planned, sent again, cancelled before it begins, and of another plan begun and ended. */
    put_schedule: WriteCost
    put_schedule_again: WriteCost
    cancel_schedule: WriteCost
    begin_schedule: WriteCost
    end_schedule: WriteCost
  }
  /** From the record of the stream to the outcome at one webhook, of one event and of ten that come together. */
  delivery: { alone: DeliveryCost; of_ten: DeliveryCost }
  /** Size of the one file of each function, minified. */
  bundles: Record<string, number>
  /** The same of the baselines. */
  baseline_bundles: { list: number; sdk_query: number }
}

export interface ReadCost {
  /** By DynamoDB's rules: half a unit per 4,096 bytes begun, for each read. */
  read_units: number
  /** The engine's own count for the same reads. It counts the items that a Query returns, which projections shorten. */
  reported_read_units: number
  /** Calls to the table. */
  requests: number
  /** Bytes of the items read, by DynamoDB's size rules. */
  read_bytes: number
  /** Bytes of the uncompressed body. */
  body_bytes: number
  /** Bytes of the compressed body; of one that is not compressed, the body's. */
  wire_bytes: { br: number; gzip: number }
}

interface AuthorizerReads {
  calls: number
  table_reads: number
}

/** The consumption of one change of a product according to Dynoxide, all calls to the table together. */
export interface WriteCost {
  write_units: number
  read_units: number
  requests: number
}

export interface DeliveryCost extends WriteCost {
  /** Wake-ups that were sent. */
  messages: number
}

/** One list of 20 products in a small and in a large catalogue. */
export interface GrowthPart extends Measured {
  repetitions: number
  small: GrowthCost
  large: GrowthCost
}

export interface GrowthCost {
  products: number
  read_units: number
  reported_read_units: number
  cpu_us: Spread
  wall_us: Spread
}

/** Sales of one piece each, and changes of prices at the same time, by a number of callers: calls in a second. */
export interface StockPart extends Measured {
  repetitions: number
  at_once: number
  /** How many products `many` are. */
  products: number
  adjustments: Rates
  price_changes: Rates
  /** Requests of one caller for one piece, of many products in turn; runs before these were measured have none. */
  requests?: { keyed: Spread; unkeyed: Spread }
}

/** Of one product, and of many in turn. */
interface Rates {
  one: Spread
  many: Spread
}

/** Searches of shops of several sizes, and what their indexes cost. */
export interface SearchPart extends Measured {
  /** That were measured in each shop, with all facets. */
  searches: number
  shops: SearchCost[]
  yardstick: SearchYardstick
}

export interface SearchCost {
  products: number
  /** Of a new instance that reads the cards of the shop, where they are few enough. */
  from_cards?: FirstSearch
  /** Of a new instance that opens the stored index; shops whose cards are few have none. */
  stored?: FirstSearch & {
    /** Items of the table. */
    pieces: number
    /** To make and store it. */
    made_in_cpu_ms: number
    write_units: number
  }
  search_cpu_ms: Quantiles
  /** The resident set of the process, with one shop in it. */
  memory_mib: number
}

export interface FirstSearch {
  cpu_ms: Spread
  read_units: number
}

interface Quantiles {
  median: number
  p95: number
}

/** The engine and MiniSearch: making an index of this many products, and searches without facets and filters. */
export interface SearchYardstick {
  products: number
  own: EngineCost
  mini_search: EngineCost
}

export interface EngineCost {
  made_in_cpu_ms: Spread
  search_cpu_ms: Quantiles
}

/** Imports over the API: the cost of a large one, and of the requests of another business during others. */
export interface ImportsPart extends Measured {
  large: {
    products: number
    /** Of the file as gzip. */
    file_bytes: number
    runs: number
    /** Of all runs. */
    cpu_ms: number
    /** The largest resident set of the process. */
    peak_mib: number
    read_units: number
    write_units: number
  }
  during: {
    repetitions: number
    /** Of each import. */
    products: number
    /** Requests of each kind, in one repetition. */
    reads: number
    writes: number
    neighbours: Neighbour[]
  }
}

/** Requests of a business, alone and while another one has an import. */
export interface Neighbour {
  name: string
  alone: NeighbourCost
  during: NeighbourCost
  /** Refused or failed, of all. */
  failed: number
}

interface NeighbourCost {
  cpu_us: Spread
  /** Read and write units of one request. */
  units: number
}

/** Uploaded pictures that are drawn in every width, without the requests to the bucket. */
export interface PicturesPart extends Measured {
  repetitions: number
  /** A JPEG of 12 megapixels. */
  photo: DrawnCost
  /** A PNG of 50 megapixels, the most that is taken. */
  largest: DrawnCost
}

export interface DrawnCost {
  file_bytes: number
  /** Of all renditions. */
  stored_bytes: number
  /** Of the first picture of a process. */
  first_cpu_ms: number
  /** Of later ones. */
  cpu_ms: Spread
  wall_p95_ms: number
  per_second: number
  /** The largest resident set of the process. */
  peak_mib: number
}

/** Lists through the local gateway, over HTTP. */
export interface LoadPart extends Measured {
  seconds: number
  /** Median of the resident set of the process that runs gateway and functions, when all is warmed up, in MiB. */
  warmed_up_rss_mib: number
  runs: LoadRun[]
  /** The run at 10 connections again, of a deployment that serves a page from memory for a second. */
  remembered: LoadRun
}

export interface LoadRun {
  connections: number
  requests: number
  requests_per_second: number
  latency_ms: { median: number; p99: number; max: number }
  /** Responses other than 2xx, timeouts, and connections that broke. */
  errors: number
  /** As `warmed_up_rss_mib`, of this run. */
  rss_mib: number
}
