/* pendulum_parts.h - the pendulum of gomez2008, section 4.1 and its listing, made of parts.
 *
 * A cylindrical pivot, a rod that is screwed half-way through it, and one or two washers at the
 * rod's end.  Moments of inertia are those of cylinders about a transverse axis, the pivot's
 * about its own axis less the borehole; parallel axes lead to the common centre of mass.
 * The lengths are the listing's; the table in the text says 9.8 + 4.2 cm for the rod.
 */
#ifndef SS_PENDULUM_PARTS_H
#define SS_PENDULUM_PARTS_H

#include <math.h>

typedef struct ss_pendulum_parts {
    double m, l, J; /* kg, m from the axis to the centre of mass, kg m^2 about it */
    double r;       /* m, radius of the journal */
} ss_pendulum_parts;

#define SS_PENDULUM_MATERIALS "brass|nylon|steel|teflon"

static inline ss_pendulum_parts ss_pendulum_of(int material, int washers)
{
    static const double pivot_mass[] = {0.196, 0.0275, 0.188, 0.052};
    const double rp = 0.01, hp = 0.0826, hole = 2.0 * rp;
    const double rr = 0.0048, hr = 0.147, threaded = 0.0375, mr = 0.074;
    const double ro = 0.015, hw = 0.0187 * washers, mw = 0.0905 * washers;
    const double mp = pivot_mass[material];
    const double Jp = 0.5 * mp *
                      (hp * pow(rp, 4.0) - hole * rr * rr * (3.0 * rr * rr + hole * hole) / 6.0) /
                      (hp * rp * rp - hole * rr * rr);
    const double Jr = mr * (3.0 * rr * rr + hr * hr) / 12.0;
    const double Jw = mw * (3.0 * (rr * rr + ro * ro) + hw * hw) / 12.0;
    const double lr = 0.5 * hr, lw = hr - threaded + 0.5 * hw, m = mp + mr + mw;
    const double l = (lr * mr + lw * mw) / m;

    return (ss_pendulum_parts){.m = m,
                               .l = l,
                               .J = Jp + mp * l * l + Jr + mr * (l - lr) * (l - lr) + Jw +
                                    mw * (l - lw) * (l - lw),
                               .r = rp};
}

#endif
