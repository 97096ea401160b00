// Two screens need these. The build would make a file for both, which `later` could not load again.
import '../state/listing.ts'
import './question.tsx'
import { screen, session } from '../state/store.ts'
import { Bars } from './bars.tsx'
import { Header } from './header.tsx'
import { KeyField } from './key-field.tsx'
import { later } from './later.tsx'
import { ProductScreen } from './product/product-screen.tsx'
import { ProductsScreen } from './products/products-screen.tsx'

const FilesScreen = later(
  () => import('./files/files-screen.tsx'),
  ({ FilesScreen }) => FilesScreen,
)

const HeldScreen = later(
  () => import('./held/held-screen.tsx'),
  ({ HeldScreen }) => HeldScreen,
)

const ScheduledScreen = later(
  () => import('./scheduled/scheduled-screen.tsx'),
  ({ ScheduledScreen }) => ScheduledScreen,
)

const PricesScreen = later(
  () => import('./prices/prices-screen.tsx'),
  ({ PricesScreen }) => PricesScreen,
)

/** The console: a business, or the field for its key. */
export const App = () => (session.value ? <Workspace name={session.value.business.name} /> : <KeyField />)

const Workspace = ({ name }: { name: string }) => (
  <main>
    <Header name={name} />
    <Bars />
    <ScreenNow />
  </main>
)

function ScreenNow() {
  switch (screen.value.name) {
    case 'files':
      return <FilesScreen />
    case 'held':
      return <HeldScreen product={screen.value.product} />
    case 'scheduled':
      return <ScheduledScreen product={screen.value.product} />
    case 'prices':
      return <PricesScreen />
    case 'product':
      return <ProductScreen id={screen.value.id} />
    case 'products':
      return <ProductsScreen />
  }
}
