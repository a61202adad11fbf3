/** Salts, esters and water in the names of medicines: they name no other medicine, "losartan potassium" is losartan. */
export const SALTS: readonly string[] =
  `acetate anhydrous arginine axetil besilate besylate bicarbonate bitartrate bromide carbonate chloride cilexetil citrate
   dihydrate dihydrochloride embonate erbumine estolate etexilate ethylsuccinate fumarate gluconate hcl hemihydrate
   hydrobromide hydrochloride hydroxide maleate medoxomil mesilate mesylate monohydrate nitrate pamoate phosphate proxetil
   stearate succinate sulfate sulphate tartrate trihydrate tromethamine trometamol`.split(/\s+/);
