import { offerCopies } from './copy.ts'
import { fillIn } from './fill-in.ts'
import { chooseRemembered, offerLanguages } from './languages.ts'
import { root } from './page.ts'
import { offerSearch } from './search-box.ts'
import { offerSending } from './send.ts'

// Before the first paint: what only a script can use appears, and one language of the samples instead of all.
root.classList.add('js')
chooseRemembered()

document.addEventListener('DOMContentLoaded', () => {
  offerLanguages()
  offerCopies()
  offerSearch()
  offerSending()
  void fillIn()
})
