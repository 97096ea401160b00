/** A catalogue from a file, and into one. */
export const FilesScreen = () => (
  <section class="page">
    <h2>Import</h2>
  </section>
)
