/** A row of a file, with most of what a product can have. */
export const cup = {
  external_id: 'e1',
  sku: 'S1',
  name: 'Cup',
  description: 'Round',
  price: 900,
  compare_at_price: 1000,
  category: 'Cups',
  images: [{ alt: 'A cup', url: 'https://images.example/1.jpg' }],
  tags: ['a', 'b'],
  metadata: { zebra: 'z', colour: 'blue', size: 'XL' },
}
