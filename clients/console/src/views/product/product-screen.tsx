import { rows } from '../../state/store.ts'

/** Everything of one product. */
export const ProductScreen = ({ id }: { id: string }) => (
  <section class="page">
    <h2>
      <bdi>{rows.value.get(id)?.values.name}</bdi>
    </h2>
  </section>
)
