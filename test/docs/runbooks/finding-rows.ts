import { expect } from 'vitest'
import { businessKey } from '../../../lib/data/table/keys.ts'
import { verifyBusiness } from '../../../lib/operator/upkeep/verify/verify.ts'
import { plantItem, removeItem } from '../../support/items.ts'
import { makeBusiness } from '../../support/shop.ts'
import { played, type Row } from './row.ts'

/** The sections of docs/findings.md with steps. test/operator/upkeep/verify-repairs.test.ts repairs each finding. */
export const FINDING_ROWS: Readonly<Record<string, Row>> = {
  'Delete an item': played({
    async fails() {
      const { id } = await makeBusiness()
      const { pk } = businessKey(id)
      await plantItem({ pk, sk: 'NOTE', type: 'note' })
      return { id, pk, sk: 'NOTE' }
    },
    shows: null,
    async steps(desk, { id, pk, sk }) {
      expect((await verifyBusiness(id)).findings).toMatchObject([{ code: 'unknown_item', pk, sk }])
      const { stdout } = await desk.play('Delete an item', 'delete-item', { pk, sk })
      expect(stdout).toContain('"note"')
    },
    async afterwards(_, { id }) {
      expect((await verifyBusiness(id)).findings).toEqual([])
    },
  }),

  'Put an item back': played({
    async fails({ backups, outputs }) {
      const { id } = await makeBusiness()
      const time = new Date().toISOString()
      await backups.take(time)
      await removeItem(businessKey(id))
      const restored = 'RestoredForOneItem'
      await backups.restore(String(outputs.TableArn), { time, name: restored })
      return { id, ...businessKey(id), restored }
    },
    shows: null,
    async steps(desk, { id, pk, sk, restored }) {
      expect((await verifyBusiness(id)).findings).toMatchObject([{ code: 'profile_missing', pk, sk }])
      await desk.play('Put an item back', 'put-item', { pk, sk, restored })
    },
    async afterwards(_, { id }) {
      expect((await verifyBusiness(id)).findings).toEqual([])
    },
  }),
}
