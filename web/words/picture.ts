import { sayOfPlaces } from './place.ts'

export const pictureWords = () => ({
  label: sayOfPlaces('image'),
  drop: sayOfPlaces('dropPicture'),
  choose: sayOfPlaces('choosePicture'),
  address: sayOfPlaces('imageAddress'),
  remove: sayOfPlaces('removePicture'),
  drawn: sayOfPlaces('useDrawing'),
  unreadable: sayOfPlaces('pictureUnreadable'),
  chosen: sayOfPlaces('chosenPicture'),
})
