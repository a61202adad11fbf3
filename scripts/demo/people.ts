import { addDays } from "#shared/formats/dates.ts";
import type { Random } from "./random.ts";

const surnames = [
  "Abellana",
  "Abad",
  "Alcantara",
  "Aquino",
  "Bañez",
  "Bacalso",
  "Bautista",
  "Borromeo",
  "Cabahug",
  "Caballero",
  "Catubig",
  "Cañete",
  "Castañeda",
  "Cruz",
  "De Guzman",
  "De la Peña",
  "De los Reyes",
  "De los Santos",
  "Dela Cruz",
  "Dela Peña",
  "Delos Santos",
  "Del Rosario",
  "Dumdum",
  "Enriquez",
  "Escaño",
  "Estrellado",
  "Fernandez",
  "Flores",
  "Garcia",
  "Gonzaga",
  "Gullas",
  "Hernandez",
  "Ibañez",
  "Jakosalem",
  "Labra",
  "Lapuz",
  "Lim",
  "Lumapas",
  "Macaraeg-Villanueva",
  "Magsaysay",
  "Manansala",
  "Mendoza",
  "Mercado",
  "Muñoz",
  "Navarro",
  "Nuñez",
  "Ocampo",
  "Ompad",
  "Ong",
  "Osmeña",
  "Padilla",
  "Pangilinan",
  "Peñaflor",
  "Peñaranda",
  "Quijano",
  "Quiñones",
  "Ramos",
  "Reyes",
  "Rivera",
  "Rosales",
  "Salazar",
  "San Juan",
  "Santos",
  "Sarmiento",
  "Sto. Domingo",
  "Sy",
  "Tabada",
  "Tan",
  "Tejada",
  "Tolentino",
  "Uy",
  "Velez",
  "Villarin",
  "Yap",
  "Ybañez",
  "Zamora",
];
const womensNames = [
  "Althea Marie",
  "Ana",
  "Angelica",
  "Bernadette",
  "Carmelita",
  "Clarissa",
  "Consuelo",
  "Corazon",
  "Divina",
  "Erlinda",
  "Esperanza",
  "Fe",
  "Grace Ann",
  "Imelda",
  "Jasmine",
  "Josefina",
  "Katrina Isabel",
  "Leonora",
  "Liezl",
  "Lourdes",
  "Luzviminda",
  "Ma. Lourdes",
  "Ma. Socorro",
  "Ma. Teresa",
  "Maria Concepcion Esperanza",
  "Maricel",
  "Marilou",
  "Marites",
  "Mary Grace",
  "Milagros",
  "Nenita",
  "Niña",
  "Princess",
  "Rosario",
  "Rowena",
  "Teresita",
  "Trinidad",
  "Victoria",
  "Zenaida",
];
const mensNames = [
  "Alfredo",
  "Andres",
  "Angelo",
  "Antonio",
  "Benedicto",
  "Benigno",
  "Carlo",
  "Christian",
  "Crisanto",
  "Dante",
  "Eduardo",
  "Emmanuel",
  "Ernesto",
  "Felipe",
  "Ferdinand",
  "Florencio",
  "Gabriel",
  "Geronimo",
  "Isidro",
  "Jericho",
  "Joaquin Luis",
  "Jose Maria",
  "Juan Miguel",
  "Julius",
  "Lorenzo",
  "Mark Anthony",
  "Nestor",
  "Niño",
  "Pablo",
  "Rafael",
  "Ramon",
  "Renato",
  "Rodolfo",
  "Romeo",
  "Santiago",
  "Teodoro",
  "Vicente",
  "Virgilio",
];
const suffixes = ["Jr.", "Sr.", "II", "III"];
const streets = [
  "Sikatuna St.",
  "Colon St.",
  "Jakosalem St.",
  "Mabini St.",
  "Rizal Ave.",
  "M. J. Cuenco Ave.",
  "Gorordo Ave.",
  "P. Burgos St.",
  "A. S. Fortuna St.",
  "Taft Ave.",
];
const places = [
  "Brgy. Zapatera, Cebu City",
  "Brgy. Lahug, Cebu City",
  "Brgy. Guadalupe, Cebu City",
  "Brgy. Mabolo, Cebu City",
  "Brgy. Banilad, Mandaue City",
  "Brgy. Subangdaku, Mandaue City",
  "Brgy. Pajo, Lapu-Lapu City",
  "Brgy. Poblacion, Talisay City, Cebu",
  "Brgy. Cogon, Tagbilaran City, Bohol",
  "Brgy. Malate, Manila",
  "Brgy. San Lorenzo, Makati City",
  "Brgy. Bagong Pag-asa, Quezon City",
];
const allergies = [
  "penicillin",
  "iodinated contrast",
  "sulfa drugs",
  "aspirin",
  "shrimp and crab",
  "ibuprofen",
  "cotrimoxazole",
];

export type Person = {
  patientName: string;
  sex: "M" | "F";
  birthday: string | null;
  age: number | null;
  contactNumber: string | null;
  email: string | null;
  address: string;
  allergies: string | null;
};

/** "Last Name, First Name Middle", as the form's placeholder says. */
export function aPerson(random: Random, today: string): Person {
  const sex = random.happens(0.56) ? "F" : "M";
  const suffix = sex === "M" && random.happens(0.08) ? ` ${random.one(suffixes)}` : "";
  const patientName = `${random.one(surnames)}, ${random.one(sex === "F" ? womensNames : mensNames)}${suffix} ${random.one(surnames)}`;
  const years = anAge(random);
  const knowsBirthday = random.happens(0.92);
  const plain = patientName
    .normalize("NFD")
    .replace(/[^a-z]/gi, "")
    .toLowerCase();
  return {
    patientName,
    sex,
    birthday: knowsBirthday ? addDays(today, -Math.floor(years * 365.25) - random.between(1, 360)) : null,
    age: knowsBirthday ? null : years,
    contactNumber: random.happens(0.9)
      ? `+639${random.one(["17", "18", "27", "36", "45", "56", "66", "77", "95"])}${random.between(1_000_000, 9_999_999)}`
      : null,
    email: random.happens(0.25) ? `${plain.slice(0, 18)}${random.between(1, 99)}@example.ph` : null,
    address: `${random.between(1, 240)} ${random.one(streets)}, ${random.one(places)}`,
    allergies: random.happens(0.14)
      ? random.one(allergies)
      : random.happens(0.6)
        ? "No known allergies"
        : null,
  };
}

/** 0 to 95: children, a broad middle, and older people, who visit most. */
function anAge(random: Random): number {
  const kind = random.next();
  if (kind < 0.14) return random.between(0, 12);
  if (kind < 0.22) return random.between(13, 19);
  if (kind < 0.62) return random.between(20, 59);
  return random.between(60, 94);
}
