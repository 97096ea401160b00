import { expect, inject, test } from 'vitest'
import { getBusiness, updateBusiness } from '../../lib/data/businesses.ts'
import { getProduct } from '../../lib/data/products/product-reads.ts'
import { updateProduct } from '../../lib/data/products/products.ts'
import { uploadDemoPictures } from '../../lib/operator/upload-demo-pictures.ts'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'

test('a business and a product that their owner has changed get no addresses', async () => {
  const business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  const { id } = await makeProduct(business, { category_id: 'tea', sku: 'TEA-SEN-100' })
  await updateProduct(business.id, id, (product) => ({ ...product, price: 1 }))
  await updateBusiness(business.id, (before) => ({ ...before, name: 'Own' }))
  await uploadDemoPictures({ base_url: inject('baseUrl'), api_key: await makeToken(business) })
  expect(await getBusiness(business.id)).toMatchObject({ name: 'Own', logo_url: null })
  expect(await getProduct(business.id, id)).toMatchObject({ price: 1, images: [] })
})
