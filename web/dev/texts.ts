/** Texts that parts have to bear. */
export const longName =
  'Alexandra Konstantinopoulou-Featherstonehaugh of the Regional Department of Purchasing and Logistics';
export const unbrokenName =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft_2026-11-27_final';
export const rightToLeftName = 'נועה בן־דוד (قسم المبيعات)';
export const longAddress = 'alexandra.konstantinopoulou-featherstonehaugh@purchasing.logistics.example.com';

export const longText =
  'The portal keeps the record of every conversation for the time that the company has set, and deletes it with all its messages, files and ratings on the day after. Figures of the dashboard stay, because they name no one.';
