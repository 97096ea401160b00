import type {
  Delimiter,
  DuplicateSkus,
  FileFormat,
  OnMissing,
  StockUse,
  WithoutPrice,
} from '../../domain/imports/import-words.ts'
import type { NewProduct } from '../../domain/products/product.ts'
import type { SaidOfPrices } from '../../import/read/price-scale.ts'
import type { CommonOptions } from '../common-options.ts'

/** The options of `import`. */
export interface ImportCommandOptions extends CommonOptions, SaidOfPrices {
  business: string
  format?: FileFormat
  encoding?: string
  delimiter?: Delimiter
  map: string[]
  set: string[]
  groupBy?: string
  keepEmpty?: boolean
  status: NewProduct['status']
  stock: StockUse
  category?: string
  duplicateSkus: DuplicateSkus
  withoutPrice: WithoutPrice
  source?: string
  onMissing: OnMissing
  yes?: boolean
  report?: string
  redirects?: string
  allowUnkeyed?: boolean
  dryRun?: boolean
}
