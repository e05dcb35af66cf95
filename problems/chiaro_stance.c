/* chiaro_stance.c - the equilibrium that the hopping robot starts from (giardina2013, app. B).
 *
 * Stand the robot with its foot level, phi_l = beta and phi_u = pi/2 - beta, the lower centre of
 * mass at the origin: the foot is at F, the centre of its arc at A = F + (0, R), the common
 * centre of mass at B.  Rolling by the angle z clockwise leaves A over the point that touches;
 * the robot is in balance when B lies on the vertical through A.  The stable way is B below A:
 *
 *     z = atan2(B_x - A_x, A_y - B_y),   phi_l = beta + z,   phi_u = pi/2 - phi_l
 *     y = R - (A turned by z)_y
 *
 * If z takes the point of contact off the arc the robot has no equilibrium on its foot; it starts
 * just so and falls, as in the source.
 *
 * The source's program takes A = -cad + (0, R), the foot as it would be at beta = pi/4, and the
 * angle between A->F and A->B; all else is the same.
 */
#include "problems/chiaro_hopper.h"
#include "problems/family.h"
#include <math.h>

/* (a, b) of a frame turned by -phi. */
static void turned(double phi, const double a[2], double r[2])
{
    r[0] = a[0] * cos(phi) + a[1] * sin(phi);
    r[1] = a[1] * cos(phi) - a[0] * sin(phi);
}

static double printed_turn(const double AF[2], const double AB[2])
{
    const double dot = AF[0] * AB[0] + AF[1] * AB[1];
    const double z = acos(dot / (hypot(AF[0], AF[1]) * hypot(AB[0], AB[1])));
    return AB[0] < 0.0 ? -z : z;
}

void ss_chiaro_start(const ss_chiaro_stance *s, double q[4])
{
    double F[2], knee[2], B[2], touch[2];

    turned(s->beta, s->foot, F);
    turned(s->beta, s->knee, knee);
    B[0] = s->share * (knee[0] + s->lu * sin(s->beta)); /* cos(pi/2 - beta) */
    B[1] = s->share * (knee[1] + s->lu * cos(s->beta));

    const double A[2] = {s->published ? -s->cad[0] : F[0],
                         (s->published ? -s->cad[1] : F[1]) + s->R};
    const double AF[2] = {F[0] - A[0], F[1] - A[1]}, AB[2] = {B[0] - A[0], B[1] - A[1]};
    const double far = hypot(AB[0], AB[1]);
    const double z = s->published ? printed_turn(AF, AB) : atan2(AB[0], -AB[1]);
    /* from A to where it touches, before the turn: along AB, at the foot's distance */
    const double reach = s->published ? hypot(AF[0], AF[1]) : s->R;
    const double C[2] = {A[0] + AB[0] * reach / far, A[1] + AB[1] * reach / far};

    turned(z, C, touch);
    q[0] = 0.0;
    q[1] = -touch[1];
    q[2] = s->beta + z;
    q[3] = 0.5 * SS_PI - q[2];
}
